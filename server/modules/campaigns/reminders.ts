import type { Section } from '../../../contract/settings.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import { businessDate } from '../../kernel/clock.ts'
import { notify } from '../messaging/messaging.ts'
import { section } from '../settings/settings.ts'
import { type DueLoan, findDue } from './audience.ts'

type ReminderRule = Section<'sms'>['reminders'][number]

type Notice = Parameters<typeof notify>[1]

const PAGE = 200

/**
 * Queues today's reminders, sent in the morning. One rule reminds of one occasion once, so that a repeated or killed
 * run sends no duplicate.
 */
export async function makeReminders(program: Program): Promise<number> {
  const today = businessDate(program.clock.now())
  const { reminders } = await section(program.db, 'sms', today)
  let reported = 0
  for (const rule of reminders) {
    let after: string | null = null
    for (;;) {
      const due: DueLoan[] = await findDue(program.db, rule, today, { after, limit: PAGE })
      if (due.length > 0)
        await act(program, 'reminderMake', SYSTEM, ctx =>
          notify(ctx, ...due.map(loan => reminderOf(rule, loan))),
        )
      reported += due.length
      after = due.at(-1)?.loanId ?? null
      if (due.length < PAGE) break
    }
  }
  return reported
}

const reminderOf = (rule: ReminderRule, loan: DueLoan): Notice => ({
  phone: loan.phone,
  about: rule.rule === 'due in' ? 'reminderDue' : 'reminderOverdue',
  facts: loan.facts,
  event: `reminder ${rule.rule} ${rule.days} ${loan.loanId} ${loan.occasion}`,
  subject: ['loan', loan.loanId],
  customerId: loan.customerId,
})
