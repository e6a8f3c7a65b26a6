import type { REASON_USES } from '../../contract/settings.ts'
import { reasonWords } from '../../contract/vocabulary.ts'
import type { Option } from '../ui/Select.tsx'
import { useSection } from './useSection.ts'

export type ReasonUse = (typeof REASON_USES)[number]

/** The reasons that may be given now, as a select takes them; retired ones are only read. */
export function useReasonOptions(use: ReasonUse): Option[] {
  const codes = useSection('reasonCodes')?.codes ?? []
  return codes
    .filter(each => each.use === use && each.status === 'active')
    .map(each => ({ value: each.code, label: each.label }))
}

/** "Other (explain in the note)" tells whoever chooses what to do; whoever reads it needs the first word only. */
const asRead = (label: string): string => label.replace(/\s*\(say [^)]*\)$/i, '')

/** A code in words, whatever it was used for; its own words while the label is not known. */
export function useReasonLabel(): (code: string, use?: ReasonUse) => string {
  const codes = useSection('reasonCodes')?.codes ?? []
  return (code, use) =>
    asRead(
      codes.find(each => each.code === code && (use === undefined || each.use === use))?.label ??
        reasonWords(code),
    )
}
