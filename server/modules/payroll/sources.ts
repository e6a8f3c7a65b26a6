import type { Api } from '../../../contract/api.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import {
  addMonths,
  formatDate,
  formatMonth,
  type LocalDate,
  localDate,
  type PayMonth,
  payMonthOf,
} from '../../../engine/dates.ts'
import { sayMoment } from '../../kernel/clock.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { uploadUnderWay } from '../intake/intake.ts'
import { section } from '../settings/settings.ts'
import * as store from './payroll.sql.ts'

/** The state of a payroll office follows from its files: the month received and the month due. */

type Link = Reply<Api['outsideLinkList']>['rows'][number]
type Source = { code: string; name: string; payDay: number }
type Due = { month: PayMonth; on: LocalDate }

/** The newest month whose pay day is over. A month of fewer days is paid on its last. */
export function monthDue(today: LocalDate, payDay: number): Due {
  const here = addMonths(today, 0, payDay)
  const on = here < today ? here : addMonths(today, -1, payDay)
  return { month: payMonthOf(on), on }
}

function stateOf(reach: PayMonth | undefined, due: Due): Pick<Link, 'state' | 'detail'> {
  if (reach === undefined) return { state: 'unused', detail: 'No accepted payroll data yet.' }
  const there = `Accepted up to ${formatMonth(reach)}.`
  if (reach >= due.month) return { state: 'working', detail: there }
  return {
    state: 'failing',
    detail: `${there} ${formatMonth(due.month)} was paid on ${formatDate(due.on)} and is missing.`,
  }
}

async function activeSources(ctx: Context): Promise<Source[]> {
  const { sources } = await section(ctx.tx, 'payroll', ctx.today)
  return sources.filter(source => source.status === 'active' && source.kind === 'payroll')
}

export async function sourceLinks(ctx: Context): Promise<Link[]> {
  const newest = new Map((await store.newestOfEach(ctx.tx)).map(row => [row.source, row]))
  return (await activeSources(ctx)).map(({ code, name, payDay }) => {
    const row = newest.get(code)
    return {
      name,
      kind: 'payroll',
      source: code,
      ...stateOf(row && payMonthOf(localDate(row.month)), monthDue(ctx.today, payDay)),
      lastSuccessAt: row?.accepted_at.toISOString() ?? null,
    }
  })
}

/** In words: what is there, what is due, and what is being done about it. */
export const testSource: Handler<Api['payrollSourceTest']> = async (ctx, { source: code }) => {
  const source =
    (await activeSources(ctx)).find(each => each.code === code) ?? refuse('intake.source_unknown')
  const due = monthDue(ctx.today, source.payDay)
  const [row] = await store.listMonths(ctx.tx, code, null, 1)
  const reach = row && payMonthOf(localDate(row.month))
  const { state } = stateOf(reach, due)
  const words = [row ? thereWords(row) : 'No month of this source was accepted yet.', dueWords(reach, due)]
  if (state !== 'working') words.push(await doneWords(ctx, code, due))
  ctx.audit({ subject: ['payrollSource', code], after: { state, due: due.month, accepted: reach ?? null } })
  return { state, words }
}

const thereWords = (row: store.MonthRow): string =>
  `The last accepted month is ${formatMonth(row.month)}: ${countOf(row.rows, 'person', 'people')}, ` +
  `${countText(row.customers_found)} of our ${countText(row.customers)} customers among them, accepted by ${row.accepted_by_name} on ${sayMoment(row.accepted_at)}.`

function dueWords(reach: PayMonth | undefined, { month, on }: Due): string {
  const paid = `${formatMonth(month)} is due: its pay day was ${formatDate(on)}.`
  return reach !== undefined && reach >= month ? `${paid} It is there.` : `${paid} It is missing.`
}

async function doneWords(ctx: Context, code: string, { month }: Due): Promise<string> {
  const upload = await uploadUnderWay(ctx, 'payroll', code, month)
  if (!upload) return `No file for ${formatMonth(month)} was uploaded.`
  const outcome = upload.status === 'waiting' ? 'is pending approval' : 'is not submitted yet'
  return `“${upload.fileName}”, uploaded by ${upload.uploadedBy}, ${outcome}.`
}
