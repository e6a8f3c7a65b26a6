import type { Json } from '../../../contract/changes.ts'
import { productTerms } from '../../../contract/products.ts'
import { SECTION_NAMES } from '../../../contract/sections.ts'
import type { Approval } from '../ApprovalChanges.tsx'
import { ChangesTable } from '../ChangesTable.tsx'
import { Differences } from './Differences.tsx'
import { productFacts } from './productFacts.ts'
import { type Difference, differences, sectionChanges } from './sectionChanges.ts'
import { asPlain, plainText } from './sectionWords.ts'

/** Naira and percent, not kobo and millionths: whoever approves must be able to read what. */
export default function SettingApprovalChanges({ item }: { item: Approval }) {
  const items = item.command === 'productChange' ? ofProduct(item) : ofSection(item)
  if (!items) return <ChangesTable before={item.before} after={item.after} />
  return <Differences items={items} caption="What would change" />
}

function ofSection({ subjectId, before, after }: Approval): Difference[] | undefined {
  const section = SECTION_NAMES.find(name => name === subjectId)
  return section && sectionChanges(section, before, after)
}

function ofProduct({ before, after }: Approval): Difference[] | undefined {
  const next = factsOf(after)
  return next && differences(factsOf(before) ?? new Map(), next)
}

function factsOf(value: Json): Map<string, string> | undefined {
  const { code, name, description, terms } = asPlain(value)
  const parsed = productTerms.safeParse(terms)
  return parsed.success
    ? productFacts({
        code: plainText(code),
        name: plainText(name),
        description: plainText(description),
        terms: parsed.data,
      })
    : undefined
}
