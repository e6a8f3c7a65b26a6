import type { Api } from '../../../contract/api.ts'
import { localDate } from '../../../engine/dates.ts'
import type { Handler } from '../../kernel/context.ts'
import { storableJson } from '../../kernel/json.ts'
import { refuse } from '../../kernel/refusal.ts'
import { eventMonths } from '../payMonths/payMonths.ts'
import { checkDates, datesIn, movesPayDay } from './dates.ts'
import * as store from './events.sql.ts'
import { submitForApproval } from './events.ts'
import { countCustomers } from './notices.sql.ts'
import { checkSource } from './state.ts'

/** Other dates of a month are an event that needs no computation: it is submitted at once. */
export const moveDates: Handler<Api['payMonthMove']> = async (
  ctx,
  { id, source, period, dates, notifies, reason },
) => {
  const first = localDate(`${period}-01`)
  await store.lockSource(ctx.tx, source)
  const known = await store.findEvent(ctx.tx, id)
  if (known) return refuse('idempotency.other_body')
  await checkSource(ctx, source)
  const [month] = await eventMonths(ctx, source, first, first)
  if (!month) return refuse('record.unknown', { what: 'payroll month' })
  checkDates(month, dates)
  // another file day concerns no customer
  const customers = movesPayDay({ before: datesIn(month), after: dates }, ctx.today)
    ? await countCustomers(ctx.tx, { id, kind: 'dates', source, from_month: first })
    : 0
  const event: store.NewEvent = {
    id,
    kind: 'dates',
    source,
    from_month: first,
    to_month: first,
    treatment: null,
    interest: null,
    dates: storableJson(dates),
    dates_before: storableJson(datesIn(month)),
    status: 'computed',
    reason,
    asked_at: ctx.now,
    asked_by: ctx.actor.id,
    asked_by_name: ctx.actor.name,
    computed_at: ctx.now,
    figures: storableJson({ customers }),
    notifies: notifies && customers > 0,
  }
  const other = await store.overlapping(ctx.tx, event)
  if (other) refuse('source_event.overlap', { number: other.number })
  await store.insertEvent(ctx.tx, event)
  const made = await store.findEvent(ctx.tx, id)
  if (!made) throw new Error('an event vanished while it was recorded')
  return { approvalId: await submitForApproval(ctx, made) }
}
