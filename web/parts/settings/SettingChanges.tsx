import { productTerms } from '../../../contract/products.ts'
import { SECTION_NAMES, type SectionName } from '../../../contract/settings.ts'
import type { Json } from '../../../contract/trail.ts'
import { ChangesTable } from '../ChangesTable.tsx'
import type { Changed, RecordProps } from '../changed.ts'
import { dayText } from '../figures.ts'
import { Differences } from './Differences.tsx'
import { productFacts } from './productFacts.ts'
import { type Difference, differences, sectionChanges } from './sectionChanges.ts'
import { asPlain, plainText } from './sectionWords.ts'
import { sectionSpec, useChoices } from './useChoices.ts'

/** Changes of a setting or product in readable units. */
export default function SettingChanges({ of, caption, identifiers }: RecordProps) {
  const section = SECTION_NAMES.find(name => name === of.subjectId)
  if (of.command !== 'productChange' && section)
    return <SectionChanges section={section} of={of} caption={caption} />
  const items = of.command === 'productChange' ? ofProduct(of) : undefined
  if (!items) return <ChangesTable before={of.before} after={of.after} identifiers={identifiers} />
  return <Differences items={items} caption={caption} />
}

type SectionProps = Pick<RecordProps, 'of' | 'caption'> & { section: SectionName }

function SectionChanges({ section, of: { before, after }, caption }: SectionProps) {
  const spec = sectionSpec(section, useChoices(section))
  return <Differences items={sectionChanges(section, before, after, spec)} caption={caption} />
}

function ofProduct({ before, after }: Changed): Difference[] | undefined {
  const next = factsOf(after)
  if (!next) return
  const had = factsOf(before)
  // older versions have no stored date
  if (had && next.has(FROM) && !had.has(FROM)) had.set(FROM, 'Not available')
  return differences(had ?? new Map(), next)
}

const FROM = 'Effective from'

function factsOf(value: Json | null): Map<string, string> | undefined {
  const { code, name, description, terms, version, effectiveOn } = asPlain(value)
  const parsed = productTerms.safeParse(terms)
  if (!parsed.success) return
  const facts = productFacts({
    code: plainText(code),
    name: plainText(name),
    description: plainText(description),
    terms: parsed.data,
  })
  // a pending change has neither yet
  if (version !== undefined) facts.set('Version', plainText(version))
  if (effectiveOn !== undefined) facts.set(FROM, dayText(plainText(effectiveOn)))
  return facts
}
