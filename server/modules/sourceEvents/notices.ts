import type { Api } from '../../../contract/api.ts'
import type { Facts } from '../../../contract/messaging.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { formatDate, localDate } from '../../../engine/dates.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { messagesAbout, notify } from '../messaging/messaging.ts'
import { datesOf, movesPayDay } from './dates.ts'
import * as store from './events.sql.ts'
import { type Concerned, countCustomers, nextConcerned } from './notices.sql.ts'
import { monthsText } from './state.ts'

/** SMS of an event that applies: one to each customer. Reversed before they are sent, they are not sent. */

const WRITTEN_AT_ONCE = 200

/** Killed anywhere and run again, it writes what is not written yet. */
export async function notifyCustomers(program: Program, id: string): Promise<void> {
  for (let after: string | null = null; ; ) {
    const written: Concerned[] = await act(program, 'sourceEventRun', SYSTEM, async ctx => {
      // locked, so that a reversal comes before these messages or finds them
      const event = await store.lockEvent(ctx.tx, id)
      if (event?.status !== 'applied' || !event.notifies || event.notified_at !== null) return []
      const moved = datesOf(event)
      const isOver = moved !== null && !movesPayDay(moved, ctx.today)
      const people = isOver ? [] : await nextConcerned(ctx.tx, event, after, WRITTEN_AT_ONCE)
      await notify(ctx, ...people.map(person => noticeOf(event, person)))
      if (people.length < WRITTEN_AT_ONCE) await store.changeEvent(ctx.tx, id, { notified_at: ctx.now })
      return people
    })
    if (written.length < WRITTEN_AT_ONCE) return
    after = written.at(-1)?.customer_id ?? null
  }
}

const noticeOf = (event: store.EventRow, person: Concerned): Parameters<typeof notify>[1] => ({
  phone: person.phone,
  customerId: person.customer_id,
  subject: ['sourceEvent', event.id],
  event: `source event ${event.id} ${person.customer_id}`,
  ...newsOf(event, person),
})

function newsOf(event: store.EventRow, { numbers, next_due_on }: Concerned) {
  const facts: Facts = { months: monthsText(event), loanNumber: numbers.join(' and ') }
  const moved = datesOf(event)
  if (moved)
    return { about: 'payDayMoved', facts: { ...facts, payDay: formatDate(moved.after.payOn) } } as const
  if (event.treatment === 'excuse') return { about: 'instalmentsExcused', facts } as const
  const dueOn = next_due_on ? { dueOn: formatDate(localDate(next_due_on)) } : {}
  return { about: 'instalmentsMoved', facts: { ...facts, ...dueOn } } as const
}

/** What a reversal finds: messages that go no more, and those that are gone. */
export async function smsOf(ctx: Pick<Context, 'tx' | 'today'>, event: store.EventRow): Promise<string> {
  const { counts } = await messagesAbout(ctx, ['sourceEvent', event.id])
  const { queued = 0, held = 0, cancelled = 0, ...gone } = counts
  const sent = Object.values(gone).reduce((sum, count) => sum + count, 0)
  const unsent = queued + held
  if (sent + unsent === 0) return cancelled === 0 ? 'None' : 'None sent'
  return `${countOf(sent, 'message')} sent, ${countText(unsent)} not sent and cancelled`
}

export const countMonthCustomers: Handler<Api['payMonthCustomers']> = async (ctx, { source, period }) => ({
  customers: await countCustomers(ctx.tx, {
    id: '',
    kind: 'dates',
    source,
    from_month: `${period}-01`,
  }),
})
