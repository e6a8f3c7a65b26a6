import { FORMULAS, type FormulaName, LIVE, STANDING } from '../../../contract/dashboard.ts'
import { Hint, Meanings } from '../../ui/Hint.tsx'
import { exactTime } from '../../ui/RelativeTime.tsx'
import { dayOf, type Portfolio } from './dashboardWords.ts'

/** The moment it was asked is that of the page; rows are never those of a figure that is live. */
export type AsOf = Pick<Portfolio, 'refreshedAt' | 'bookedTo' | 'frozen'> & { askedAt?: string }

type Props = {
  of: FormulaName
  title: string
  asOf: AsOf
  /** What the figure is held against. */
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

/** How something that waits is counted, and when it was. */
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
  /** When each was measured, where they are not all of one moment. */
  moments?: string
}

/** The figures of one table, each with its own measure. */
export function FormulasHint({ title, of, asOf, moments }: SeveralProps) {
  return (
    <Hint label={`How it is measured: ${title}`}>
      <Meanings of={of.map(({ term, formula }) => ({ term, means: FORMULAS[formula] }))} />
      {of[0] && <p className="mt-2 text-muted">{moments ?? asOfText(of[0].formula, asOf)}</p>}
    </Hint>
  )
}

const stoodText = (askedAt: string): string => `As it stood ${exactTime(new Date(askedAt))}.`

/** When a figure was measured. */
export function asOfText(of: FormulaName, { askedAt, refreshedAt, bookedTo, frozen }: AsOf): string {
  if (frozen && STANDING.some(each => each === of))
    return frozen.at === null
      ? `No month-end was written down for ${dayOf(frozen.on)}.`
      : `As of ${dayOf(frozen.on)}, frozen ${exactTime(new Date(frozen.at))}: what was booked since does not change it.`
  if (LIVE.some(each => each === of)) return askedAt === undefined ? 'As it stands now.' : stoodText(askedAt)
  if (refreshedAt === null) return 'Not added up yet.'
  return `Added up ${exactTime(new Date(refreshedAt))}; days late counted to ${dayOf(bookedTo)}.`
}
