import type { Json } from '../../../contract/changes.ts'
import { productTerms } from '../../../contract/products.ts'
import { SECTION_NAMES } from '../../../contract/sections.ts'
import { ChangesTable } from '../ChangesTable.tsx'
import type { Changed } from '../RecordChanges.tsx'
import { Differences } from './Differences.tsx'
import { productFacts } from './productFacts.ts'
import { type Difference, differences, sectionChanges } from './sectionChanges.ts'
import { asPlain, plainText } from './sectionWords.ts'

/** Naira and percent, not kobo and millionths: whoever approves or looks back must be able to read what. */
export default function SettingChanges({ of, caption }: { of: Changed; caption: string }) {
  const items = of.command === 'productChange' ? ofProduct(of) : ofSection(of)
  if (!items) return <ChangesTable before={of.before} after={of.after} />
  return <Differences items={items} caption={caption} />
}

function ofSection({ subjectId, before, after }: Changed): Difference[] | undefined {
  const section = SECTION_NAMES.find(name => name === subjectId)
  return section && sectionChanges(section, before, after)
}

function ofProduct({ before, after }: Changed): Difference[] | undefined {
  const next = factsOf(after)
  return next && differences(factsOf(before) ?? new Map(), next)
}

function factsOf(value: Json | null): Map<string, string> | undefined {
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
