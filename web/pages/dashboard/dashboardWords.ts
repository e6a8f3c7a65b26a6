import type { z } from 'zod/mini'
import {
  type CutPart,
  type dashboardPortfolio,
  type dashboardWork,
  type ExceptionName,
  type LoanCut,
  OVERRIDES_FORMULA,
  type PartedCut,
  type StandingCut,
  SUSPENSE_OLD_DAYS,
} from '../../../contract/dashboard.ts'
import { countOf } from '../../../engine/countText.ts'
import {
  addMonths,
  endOfMonth,
  formatDate,
  formatMonth,
  localDate,
  payMonthOf,
} from '../../../engine/dates.ts'
import { divide } from '../../../engine/money.ts'
import { formatPpm } from '../../../engine/percent.ts'
import { unbroken } from '../../parts/unbroken.ts'
import { WHOLE } from '../../parts/viewQuery.ts'
import { paths, type Stage } from '../../paths.ts'

export type Portfolio = z.output<typeof dashboardPortfolio>
/** A portfolio with figures; a month-end without a snapshot has none. */
export type Standing = Portfolio & { outstanding: NonNullable<Portfolio['outstanding']> }
export const isStanding = (portfolio: Portfolio): portfolio is Standing => portfolio.outstanding !== null
export type Work = z.output<typeof dashboardWork>
export type Cut = Portfolio['products'][number]
export type Exception = Work['exceptions'][number]

/** 123,400 parts per million → "12.34%"; `nothing` is the text where there is no base. */
export const shareText = (ppm: number | null, nothing = 'None'): string =>
  ppm === null ? nothing : formatPpm(ppm, 2)
export const roughShare = (ppm: number | null): string => (ppm === null ? 'None' : formatPpm(ppm, 0))

/** Under a bar there is room for little: the year only where it begins. */
export const chartMonth = (month: string): string =>
  month.endsWith('-01') ? `Jan ’${month.slice(2, 4)}` : formatMonth(month).slice(0, 3)

export const monthsText = (from: string, to: string): string =>
  from === to ? formatMonth(to) : `${formatMonth(from)} – ${formatMonth(to)}`

/** What the charts show, however long the period is. */
export const chartSpan = ({ frozen, to }: Pick<Portfolio, 'frozen' | 'to'>): string =>
  frozen === null ? 'last 12 months' : `12 months to ${formatMonth(to)}`

export const monthsAgo = (today: string, months: number): string =>
  payMonthOf(addMonths(localDate(`${today.slice(0, 7)}-01`), -months))

export const loansOf = (count: number): string => countOf(count, 'loan')

const search = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString()

/** Whether the loans of a month-end were saved with its figures. */
export const areRowsStored = ({ rowsSince }: Pick<Portfolio, 'rowsSince'>, month: string): boolean =>
  rowsSince !== null && month >= rowsSince

/** The rows of a figure at a date: of a month-end those saved with its snapshot, if any. */
export function standingRows(portfolio: Stands, cut: StandingCut, key = ''): string | undefined {
  if (portfolio.frozen === null) return rowsOf.cut(cut, key)
  return areRowsStored(portfolio, portfolio.to) ? rowsOf.cut(cut, key, portfolio.to) : undefined
}

/** Rows by conduct are those of today; a month-end keeps only the figures. */
export const conductRows = (
  portfolio: Stands,
  cut: 'lateConduct' | 'lateAwaiting',
  days: number,
): string | undefined => (portfolio.frozen === null ? rowsOf.cut(cut, String(days)) : undefined)

type Stands = Pick<Portfolio, 'frozen' | 'to' | 'rowsSince'>

/** The overdue loans of a place or kind, which make up its arrears and portfolio at risk. */
export function partRows(portfolio: Stands, cut: PartedCut, key: string, part: CutPart): string | undefined {
  const whole = standingRows(portfolio, cut, key)
  return whole && `${whole}&${search({ part })}`
}

/** The same for an earlier month. */
export function rowsAt(portfolio: Stands, month: string, cut: StandingCut, key: string): string | undefined {
  if (month === portfolio.to) return standingRows(portfolio, cut, key)
  return areRowsStored(portfolio, month) ? rowsOf.cut(cut, key, month) : undefined
}

/** The loans disbursed in a month that were in arrears so many months later. */
export const vintageRows = (portfolio: Stands, vintage: string, since: number): string | undefined =>
  rowsAt(portfolio, monthsAgo(`${vintage}-01`, -since), 'vintageLate', vintage)

/** The parts of the address that say what the portfolio shows. */
const PORTFOLIO_SHOWN_BY = ['from', 'to', 'by', 'order', 'employers', 'map', 'zoneOrder', 'stateOrder']
const SHOWN_BY = [...PORTFOLIO_SHOWN_BY, 'tab']

/** Whether an address without a tab means the portfolio. */
export const showsPortfolio = (params: URLSearchParams): boolean =>
  PORTFOLIO_SHOWN_BY.some(name => params.has(name))

/** The query to come back to the dashboard as it is shown. */
export function shownQuery(params: URLSearchParams): string {
  const shown = new URLSearchParams()
  for (const name of SHOWN_BY) {
    const value = params.get(name)
    if (value) shown.set(name, value)
  }
  return shown.toString()
}

/** An address of rows, with the way back to the dashboard as it is shown. */
export const withWayBack = (to: string, params: URLSearchParams): string =>
  /^\/\?(cut|rows)=/.test(to) ? `${to}&${search({ back: shownQuery(params) })}` : to

/** Where the rows behind a figure are listed. */
export const rowsOf = {
  officerLate: (officerCode: string) => paths.accountsTab('arrears', { officerCode }),
  cut: (cut: LoanCut, key: string, asOf?: string) =>
    `${paths.dashboard}?${search({ cut, ...(key ? { key } : {}), ...(asOf ? { asOf } : {}) })}`,
  paidOut: (from: string, to: string) => `${paths.dashboard}?${search({ cut: 'paidOut', from, to })}`,
  collected: (from: string, to: string) => `${paths.dashboard}?${search({ rows: 'collected', from, to })}`,
  received: (from: string, to: string) => `${paths.dashboard}?${search({ rows: 'received', from, to })}`,
  cash: (from: string, to: string) => `${paths.dashboard}?${search({ rows: 'cash', from, to })}`,
  overrides: `${paths.dashboard}?rows=overrides`,
  due: (from: string, to: string) => `${paths.dashboard}?${search({ cut: 'due', from, to })}`,
  expected: (from: string, to: string) => `${paths.dashboard}?${search({ cut: 'expected', from, to })}`,
  stage: (stage: string) =>
    `${stage === 'rejected' ? paths.rejectedRequests : paths.requests(stage as Stage)}?${WHOLE}`,
  /** A part of the requests at a stage. */
  queue: (stage: Stage, filter: Readonly<Record<string, string>>) =>
    `${paths.requests(stage)}?${search(filter)}`,
  suspense: `${paths.repaymentsTab('suspense')}&${WHOLE}`,
  suspenseOld: paths.repaymentsTab('suspense', { olderThan: String(SUSPENSE_OLD_DAYS) }),
  unremitted: paths.repaymentsTab('offices'),
  /** The lines of an account up to the end of a day. */
  account: (account: 'suspense' | 'payrollOfficeReceivable', on: string) =>
    `${paths.settings}?${search({ section: 'ledger', account, asOf: on })}`,
  reveals: paths.usersTab('audit', { looks: 'true' }),
  signUps: `${paths.users}?${search({ status: 'waiting' })}`,
  claims: paths.messagingTab('inbound', { status: 'open' }),
  messages: (status: string) => paths.messagingTab('log', { status }),
  messagesIn: (status: string, from: string, to: string) => {
    const days = { from: `${from}-01`, to: endOfMonth(localDate(`${to}-01`)) }
    return paths.messagingTab('log', { status, ...days })
  },
  signals: `${paths.ippisTab('signals')}&${WHOLE}`,
  health: `${paths.settings}?section=health`,
  /** The batch with the payments the bank has not confirmed, or all such batches. */
  toTransfer: (batchId: string | null) =>
    paths.accountsTab('payouts', batchId ? { batch: batchId, status: 'open' } : { toTransfer: 'true' }),
  refusedRows: (batchId: string | null) =>
    batchId ? `${paths.repayment(batchId)}?status=refused` : paths.repaymentsTab('refused'),
  payouts: (batchId: string | null) =>
    paths.accountsTab('payouts', { ...(batchId ? { batch: batchId } : {}), refused: 'true' }),
}

type ExceptionText = { title: (count: number) => string; help: string; to: (exception: Exception) => string }

/** What each exception is, and where it is resolved. */
export const EXCEPTION_WORDS: Record<ExceptionName, ExceptionText> = {
  rowsRefused: {
    title: count => countOf(count, 'failed posting', 'failed postings'),
    help: 'Repayment rows that were not posted. Reassign them or retry.',
    to: ({ batchId }) => rowsOf.refusedRows(batchId),
  },
  payoutsRefused: {
    title: count => countOf(count, 'disbursement not posted', 'disbursements not posted'),
    help: 'The bank has paid but posting failed. Open the batch to retry.',
    to: ({ batchId }) => rowsOf.payouts(batchId),
  },
  jobsFailed: {
    title: count => countOf(count, 'background job failed', 'background jobs failed'),
    help: 'Retry or discard them in Settings > System health.',
    to: () => rowsOf.health,
  },
  dailyRunLate: {
    title: () => 'Daily run overdue',
    help: 'Instalments due today are not in the figures until it has run.',
    to: () => rowsOf.health,
  },
  booksBroken: {
    title: () => 'Ledger check failed',
    help: 'Some balances do not agree with their entries. Tell your system administrator.',
    to: () => rowsOf.health,
  },
  signUpsWaiting: {
    title: count => countOf(count, 'pending user', 'pending users'),
    help: 'Approve them with roles, or decline them.',
    to: () => rowsOf.signUps,
  },
  reconciliationMine: {
    title: count => countOf(count, 'reconciliation exception of yours', 'reconciliation exceptions of yours'),
    help: 'Persons of a payroll month whose amounts do not agree, assigned to you.',
    to: () => paths.repaymentsTab('reconciliation', { view: 'persons', ownerId: 'me', state: 'open' }),
  },
  officePromises: {
    title: count => countOf(count, 'office promise due', 'office promises due'),
    help: 'Promises of payroll offices that are due today or were not kept. Call the office, or record its receipt or a new promise.',
    to: ({ source }) => paths.repaymentsTab('offices', source ? { source, view: 'promises' } : {}),
  },
  claimsOpen: {
    title: count => countOf(count, 'bank alert to confirm', 'bank alerts to confirm'),
    help: 'Confirm each payment against the bank statement.',
    to: () => rowsOf.claims,
  },
  messagesUnknown: {
    title: count =>
      countOf(count, 'message with unknown delivery status', 'messages with unknown delivery status'),
    help: 'The SMS provider has not confirmed them. They are not resent automatically.',
    to: () => rowsOf.messages('unknown'),
  },
  signalsOpen: {
    title: count => countOf(count, 'early warning signal', 'early warning signals'),
    help: 'Changes in payroll data of customers with an active loan.',
    to: () => rowsOf.signals,
  },
  suspenseOld: {
    title: count => countOf(count, 'item in suspense for over 30 days', 'items in suspense for over 30 days'),
    help: 'Unidentified payments, the oldest first.',
    to: () => rowsOf.suspenseOld,
  },
  overrides: {
    title: count => countOf(count, 'overridden check this month', 'overridden checks this month'),
    help: OVERRIDES_FORMULA,
    to: () => rowsOf.overrides,
  },
}

export const dayOf = (day: string | null): string =>
  day === null ? 'no day yet' : unbroken(formatDate(localDate(day)))

/** Past this a percentage is harder to read than how many times as much it is. */
const TENTHS_OF_PERCENT_MAX = 2_000n

/** "12.4% more than", "3.5 times as much as": whole tenths, divided while the amounts are still exact. */
export function changeText(now: bigint, before: bigint): string | undefined {
  if (before <= 0n) return undefined
  if ((now - before) * 1000n >= TENTHS_OF_PERCENT_MAX * before)
    return `${(Number(divide(now * 10n, before, 'down')) / 10).toFixed(1)} times as much as`
  const tenths = Number(divide((now - before) * 1000n, before, 'down'))
  if (tenths === 0) return 'as much as'
  const size = (Math.abs(tenths) / 10).toFixed(1)
  return `${size}% ${tenths > 0 ? 'more' : 'less'} than`
}
