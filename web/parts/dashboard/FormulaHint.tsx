import { FORMULAS, type FormulaName } from '../../../contract/dashboard.ts'
import { Hint } from '../../ui/Hint.tsx'
import { exactTime } from '../../ui/RelativeTime.tsx'
import { dayOf } from './dashboardWords.ts'

export type AsOf = { refreshedAt: string | null; bookedTo: string | null }

/** Figures that are asked of the books at once, while the others are added up every few minutes. */
const LIVE: readonly FormulaName[] = ['requests', 'suspense', 'unremitted', 'messages']

type Props = { of: FormulaName; title: string; asOf: AsOf }

/** What a figure measures, and when it was measured. */
export function FormulaHint({ of, title, asOf }: Props) {
  return (
    <Hint label={`How it is measured: ${title}`}>
      <p className="font-semibold">{title}</p>
      <p className="mt-1">{FORMULAS[of]}</p>
      <p className="mt-2 text-muted">
        {LIVE.includes(of) || asOf.refreshedAt === null
          ? 'As it stands now.'
          : `Added up ${exactTime(new Date(asOf.refreshedAt))}; days late counted to ${dayOf(asOf.bookedTo)}.`}
      </p>
    </Hint>
  )
}
