import {
  type CutPart,
  isStandingCut,
  type LoanCut,
  OWED_PARTS,
  type OwedPart,
  PAR_DAYS,
  type StandingCut,
} from '../../../contract/dashboard.ts'
import { STATES } from '../../../contract/nigeria.ts'
import { type Kobo, kobo } from '../../../engine/money.ts'
import type { Context } from '../../kernel/context.ts'
import { readConduct } from './conduct.sql.ts'
import { readRetiring, sumDays } from './dashboard.sql.ts'
import { periodOf } from './portfolio.ts'
import type { Slices } from './rows.sql.ts'
import * as store from './rows.sql.ts'

/**
 * The figure whose rows are listed, read from the page's own source: summing a million rows takes too long, and would
 * prove nothing if done by the list itself.
 */

export type Figure = { sum: Kobo | null; loans: number | null; customers?: number }

type Asked = {
  cut: LoanCut
  key: string
  part?: CutPart | undefined
  from?: string | undefined
  to?: string | undefined
  /** The first day of the month that was frozen. */
  month: string | null
}

export async function figureOf(ctx: Context, asked: Asked): Promise<Figure> {
  const { cut, key, part, month } = asked
  if (cut === 'retiring') {
    const found = (await readRetiring(ctx.tx, month)).find(each => String(each.within_months) === key)
    return found
      ? { sum: kobo(found.principal), loans: found.loans, customers: found.customers }
      : { sum: null, loans: null }
  }
  if (cut === 'lateConduct' || cut === 'lateAwaiting') {
    const row = (await readConduct(ctx.tx, ctx.today)).find(each => String(each.days) === key)
    if (!row) return { sum: null, loans: null }
    return { sum: kobo(cut === 'lateAwaiting' ? row.awaiting : row.contractual - row.awaiting), loans: null }
  }
  if (isStandingCut(cut)) {
    const { dimension, keys = [''], sum, loans } = { ...SLICES[cut](key), ...(part && PARTS[part]) }
    const slices = await store.readSlices(ctx.tx, month, dimension, keys)
    return { sum: sum ? kobo(sum(slices)) : null, loans: loans?.(slices) ?? null }
  }
  const period = periodOf(ctx.today, asked.from, asked.to)
  const until = cut === 'expected' ? period.end : period.until
  const days = await sumDays(ctx.tx, period.from, until)
  return cut === 'paidOut'
    ? { sum: kobo(days.paid_out), loans: days.paid_out_loans }
    : { sum: kobo(days.due), loans: null }
}

type Source = {
  dimension: string
  keys?: readonly string[]
  sum?: (of: Slices) => bigint
  loans?: ((of: Slices) => number) | undefined
}

const liveIn = (dimension: string, keys: readonly string[]): Source => ({
  dimension,
  keys,
  sum: ({ principal }) => principal,
  loans: ({ loans }) => loans,
})

function owed(key: string): Source {
  const part = OWED_PARTS.find(each => each === key)
  const loans = ({ loans: live }: Slices): number => live
  if (part === undefined)
    return { dimension: 'all', sum: of => OWED_PARTS.reduce((sum, each) => sum + of[each], 0n), loans }
  return { dimension: 'all', sum: of => of[part], ...(part === ALL_OWE ? { loans } : {}) }
}

/** The one part that every live loan has; interest, fees and penalties may be paid already. */
const ALL_OWE: OwedPart = 'principal'

function late(key: string): Source {
  const par = PAR_DAYS.find(days => String(days) === key) ?? 1
  return {
    dimension: 'all',
    sum: of => of[`late_${par}`],
    ...(par === 1 ? { loans: of => of.late_loans } : {}),
  }
}

/** What the late loans of a place or kind come to; how many are late by more than 30 days is not counted. */
const PARTS: Record<CutPart, Pick<Source, 'sum' | 'loans'>> = {
  arrears: { sum: of => of.arrears, loans: of => of.late_loans },
  par1: { sum: of => of.late_1, loans: of => of.late_loans },
  par30: { sum: of => of.late_30, loans: undefined },
}

/** Which cuts of the book a figure is read from, and what of them. */
const SLICES: Record<Exclude<StandingCut, 'retiring'>, (key: string) => Source> = {
  owed,
  arrears: () => ({ dimension: 'all', sum: of => of.arrears, loans: of => of.late_loans }),
  late,
  age: key => liveIn('age', [key]),
  class: key => liveIn('class', [key]),
  state: key => liveIn('state', [key]),
  zone: key =>
    liveIn(
      'state',
      STATES.filter(state => state.geopoliticalzone === key).map(state => state.name),
    ),
  employer: key => liveIn('employer', [key]),
  product: key => liveIn('product', [key]),
  officer: key => liveIn('officer', [key]),
  vintage: key => ({ dimension: 'vintage', keys: [key], sum: of => of.lent, loans: of => of.lent_loans }),
  vintageLate: key => ({ dimension: 'vintage', keys: [key], loans: of => of.troubled_loans }),
  provision: key => ({ dimension: key === '' ? 'all' : 'class', keys: [key], sum: of => of.provision }),
  credit: () => ({ dimension: 'all', sum: of => of.credit }),
}
