import type { Api } from '../../../contract/api.ts'
import type { PromiseState } from '../../../contract/offices.ts'
import { type LocalDate, localDate } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import { lagosMidnight } from '../../kernel/clock.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import * as store from './account.sql.ts'
import { officeOf } from './calendar.ts'

/** What a payroll office promised to remit, and whether it did: by what the bank received until the promised day. */

function stateOf(row: store.PromiseRow, today: LocalDate): PromiseState {
  if (row.cancelled_at !== null) return 'cancelled'
  if (row.received >= row.amount) return 'kept'
  if (row.promised_on >= today) return 'open'
  return row.received > 0n ? 'part' : 'broken'
}

export const describePromise = (row: store.PromiseRow, today: LocalDate) => ({
  id: row.id,
  source: row.source,
  amount: kobo(row.amount),
  promisedOn: row.promised_on,
  madeOn: row.made_on,
  note: row.note,
  madeBy: row.made_by_name,
  received: kobo(row.received),
  state: stateOf(row, today),
})

/** The next one that is open; otherwise the last that was not kept, as long as nothing newer was promised. */
export function nextPromise(rows: readonly store.PromiseRow[], today: LocalDate) {
  const described = rows.map(row => describePromise(row, today))
  const open = described.filter(each => each.state === 'open').at(-1)
  const [last] = described.filter(each => each.state !== 'cancelled')
  return open ?? (last && (last.state === 'broken' || last.state === 'part') ? last : null)
}

/** For the desk: the last promise of each office that is due today or was not kept, as far as its money has not come since. */
export async function unkeptPromises(ctx: Pick<Context, 'tx' | 'today'>) {
  const last = new Map<string, store.PromiseRow>()
  for (const row of await store.promisesOf(ctx.tx, null)) if (!last.has(row.source)) last.set(row.source, row)
  const due = [...last.values()].filter(
    row => row.promised_on <= ctx.today && row.received_since < row.amount,
  )
  const [only] = due
  const since = due.map(row => row.promised_on).toSorted()[0]
  return {
    name: 'officePromises',
    count: due.length,
    amount: due.reduce((total, row) => total + row.amount - row.received_since, 0n),
    since: since === undefined ? null : lagosMidnight(localDate(since)),
    batch_id: null,
    source: due.length === 1 && only ? only.source : null,
  }
}

export const add: Handler<Api['officePromiseAdd']> = async (ctx, input) => {
  await officeOf(ctx, input.source)
  if (input.promisedOn < ctx.today) refuseFields({ promisedOn: 'Today or later' })
  const isNew = await store.insertPromise(ctx.tx, {
    ...input,
    madeOn: ctx.today,
    by: ctx.actor.id,
    at: ctx.now,
  })
  if (!isNew) refuse('idempotency.other_body')
  ctx.audit({
    subject: ['office', input.source],
    after: { promise: input.amount.toString(), promisedOn: input.promisedOn, note: input.note },
  })
  const row = (await store.findPromise(ctx.tx, input.id)) ?? refuse('record.unknown', { what: 'promise' })
  return describePromise(row, ctx.today)
}

export const cancel: Handler<Api['officePromiseCancel']> = async (ctx, { id, reason }) => {
  const row = (await store.findPromise(ctx.tx, id)) ?? refuse('record.unknown', { what: 'promise' })
  if (!(await store.cancelPromise(ctx.tx, id, ctx.now))) refuse('office.promise_cancelled')
  ctx.audit({
    subject: ['office', row.source],
    before: { promise: row.amount.toString(), promisedOn: row.promised_on },
    after: { promise: null },
    reason,
  })
  return {}
}
