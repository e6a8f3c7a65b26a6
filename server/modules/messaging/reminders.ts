import type { Section } from '../../../contract/settings.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import { businessDate } from '../../kernel/clock.ts'
import type { Tx } from '../../kernel/db.ts'
import { section } from '../settings/settings.ts'
import { type Facts, tell } from './tell.ts'

export type ReminderRule = Section<'sms'>['reminders'][number]

/** A loan that a rule speaks of today, and nothing that should stop it: no fresh receipt, no open promise, not frozen. */
export type DueLoan = {
  loanId: string
  customerId: string
  phone: string
  /** What makes this occasion unlike the next: the due day, or the day the arrears began. */
  occasion: string
  facts: Facts
}

/** From loans, in the order of their ids. */
export type FindDue = (
  tx: Tx,
  rule: ReminderRule,
  today: LocalDate,
  page: { after: string | null; limit: number },
) => Promise<DueLoan[]>

const PAGE = 200

/**
 * Writes today's reminders; they wait for the morning. The same rule speaks of the same occasion once, so that run twice,
 * or killed half-way, it tells nobody twice.
 */
export async function makeReminders(program: Program, findDue: FindDue): Promise<number> {
  const today = businessDate(program.clock.now())
  const { reminders } = await section(program.db, 'sms', today)
  let told = 0
  for (const rule of reminders) {
    let after: string | null = null
    for (;;) {
      const due: DueLoan[] = await findDue(program.db, rule, today, { after, limit: PAGE })
      if (due.length > 0)
        await act(program, 'reminderMake', SYSTEM, async ctx => {
          for (const loan of due) await remind(ctx, rule, loan)
        })
      told += due.length
      after = due.at(-1)?.loanId ?? null
      if (due.length < PAGE) break
    }
  }
  return told
}

const remind = (ctx: Parameters<typeof tell>[0], rule: ReminderRule, loan: DueLoan): Promise<void> =>
  tell(ctx, {
    phone: loan.phone,
    about: rule.rule === 'due in' ? 'reminderDue' : 'reminderOverdue',
    facts: loan.facts,
    event: `reminder ${rule.rule} ${rule.days} ${loan.loanId} ${loan.occasion}`,
    subject: ['loan', loan.loanId],
    customerId: loan.customerId,
  })
