import { FORMULAS, type FormulaName, LIVE, STANDING } from '../../../contract/dashboard.ts'
import { Hint, Meanings } from '../../ui/Hint.tsx'
import { exactTime } from '../../ui/RelativeTime.tsx'
import { dayOf, type Portfolio } from './dashboardWords.ts'

/** When a figure was calculated; rows are never of a live figure. */
export type AsOf = Pick<Portfolio, 'refreshedAt' | 'bookedTo' | 'frozen'> & { askedAt?: string }

type Props = {
  of: FormulaName
  title: string
  asOf: AsOf
  /** What the figure is compared with. */
  against?: string | undefined
}

/** What a figure measures, and when it was measured. */
export const FormulaHint = ({ of, title, asOf, against }: Props) => (
  <Explained
    how="measured"
    title={title}
    formula={FORMULAS[of]}
    against={against}
    when={asOfText(of, asOf)}
  />
)

type CountProps = { title: string; formula: string; askedAt: string }

/** How a count is made, and when. */
export const CountHint = ({ title, formula, askedAt }: CountProps) => (
  <Explained how="counted" title={title} formula={formula} when={stoodText(askedAt)} />
)

type ExplainedProps = {
  how: 'measured' | 'counted'
  title: string
  formula: string
  against?: string | undefined
  when: string
}

const Explained = ({ how, title, formula, against, when }: ExplainedProps) => (
  <Hint label={`How it is ${how}: ${title}`}>
    <p className="font-semibold">{title}</p>
    <p className="mt-1">{formula}</p>
    {against && <p className="mt-1">{against}</p>}
    <p className="mt-2 text-muted">{when}</p>
  </Hint>
)

type SeveralProps = {
  title: string
  of: readonly { term: string; formula: FormulaName }[]
  asOf: AsOf
  /** When each was measured, if at different times. */
  moments?: string
}

/** The figures of one table, each with its own formula. */
export function FormulasHint({ title, of, asOf, moments }: SeveralProps) {
  return (
    <Hint label={`How it is measured: ${title}`}>
      <Meanings of={of.map(({ term, formula }) => ({ term, means: FORMULAS[formula] }))} />
      {of[0] && <p className="mt-2 text-muted">{moments ?? asOfText(of[0].formula, asOf)}</p>}
    </Hint>
  )
}

const stoodText = (askedAt: string): string => `At ${exactTime(new Date(askedAt))}.`

/** When a figure was measured. */
export function asOfText(of: FormulaName, { askedAt, refreshedAt, bookedTo, frozen }: AsOf): string {
  if (frozen && STANDING.some(each => each === of))
    return frozen.at === null
      ? `No month-end snapshot for ${dayOf(frozen.on)}.`
      : `At ${dayOf(frozen.on)}, month-end snapshot saved ${exactTime(new Date(frozen.at))}. Later entries do not change it.`
  if (LIVE.some(each => each === of)) return askedAt === undefined ? 'Current.' : stoodText(askedAt)
  if (refreshedAt === null) return 'Not calculated yet.'
  return `Updated ${exactTime(new Date(refreshedAt))}. Days past due to ${dayOf(bookedTo)}.`
}
