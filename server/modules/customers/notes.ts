import type { Api } from '../../../contract/api.ts'
import { addDays, formatDate, type LocalDate } from '../../../engine/dates.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import * as store from './notes.sql.ts'
import { known } from './profile.ts'

export const list: Handler<Api['customerNotes']> = async (ctx, { cursor, limit, id }) => {
  const after = placeOf(readCursor(ctx.keys, 'customerNotes', { id }, cursor), 'at', 'id')
  const { rows, last } = cutPage(
    await store.notesOf(ctx.tx, (await known(ctx.tx, id)).id, after, limit + 1),
    limit,
  )
  return {
    rows: rows.map(row => describe(row, ctx.today)),
    total: (await store.countNotes(ctx.tx, id)).notes,
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'customerNotes', { id }, [last.at.toISOString(), last.id]) : null,
  }
}

const describe = (row: store.NoteRow, today: LocalDate) => ({
  id: row.id,
  kind: row.kind,
  text: row.body,
  at: row.at.toISOString(),
  by: row.by_name,
  promise:
    row.promised_amount === null || row.promised_on === null || row.outcome === null
      ? null
      : {
          amount: kobo(row.promised_amount),
          on: row.promised_on,
          outcome: row.outcome,
          isLate: row.outcome === 'open' && row.promised_on < today,
          outcomeNote: row.outcome_note,
          outcomeBy: row.outcome_by_name,
          outcomeAt: row.outcome_at?.toISOString() ?? null,
        },
})

type Written = Pick<store.NewNote, 'id' | 'kind' | 'body'> &
  Partial<Pick<store.NewNote, 'promised_amount' | 'promised_on' | 'outcome'>>

async function write(ctx: Context, customerId: string, written: Written, after: object): Promise<void> {
  const { status, merged_into_number } = await known(ctx.tx, customerId)
  if (status === 'merged') refuse('customer.merged', { number: merged_into_number ?? '' })
  if (status === 'erased') refuse('customer.erased')
  const isNew = await store.insertNote(ctx.tx, {
    promised_amount: null,
    promised_on: null,
    outcome: null,
    ...written,
    customer_id: customerId,
    at: ctx.now,
    by_id: ctx.actor.id,
    by_name: ctx.actor.name,
  })
  // the id is made by the browser; another note under it would be lost without a word
  if (!isNew) refuse('idempotency.other_body')
  ctx.audit({ subject: ['customer', customerId], after })
}

export const add: Handler<Api['customerNoteAdd']> = async (ctx, { customerId, id, text }) => {
  await write(ctx, customerId, { id, kind: 'note', body: text }, { note: 'written' })
  return {}
}

/** Three pay days. A promise holds reminders back, so a slip of the finger must not do so for years. */
const PROMISE_DAYS = 90

export const promise: Handler<Api['customerPromiseAdd']> = async (ctx, input) => {
  if (input.on < ctx.today) refuseFields({ on: 'Choose today or a later date' })
  if (input.on > addDays(ctx.today, PROMISE_DAYS))
    refuseFields({ on: `Choose a date within ${PROMISE_DAYS} days. No reminders are sent until then` })
  await write(
    ctx,
    input.customerId,
    {
      id: input.id,
      kind: 'promise',
      body: input.text,
      promised_amount: input.amount,
      promised_on: input.on,
      outcome: 'open',
    },
    { promised: formatNaira(input.amount), on: input.on },
  )
  return {}
}

export const mark: Handler<Api['customerPromiseMark']> = async (ctx, { id, outcome, note }) => {
  const row = await store.lockNote(ctx.tx, id)
  if (row?.kind !== 'promise') return refuse('record.unknown', { what: 'promise' })
  if (row.outcome !== 'open')
    refuse('promise.marked', { outcome: row.outcome ?? '', who: row.outcome_by_name ?? 'a colleague' })
  await store.markPromise(ctx.tx, id, { outcome, note: note || null, at: ctx.now, byName: ctx.actor.name })
  ctx.audit({
    subject: ['customer', row.customer_id],
    before: { promise: 'open' },
    after: {
      promise: outcome,
      promised: formatNaira(kobo(row.promised_amount ?? 0n)),
      due: row.promised_on ? formatDate(row.promised_on as LocalDate) : '',
    },
    reason: note || null,
  })
  return {}
}
