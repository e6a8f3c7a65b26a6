import { randomUUID } from 'node:crypto'
import { SECTIONS } from '../contract/settings.ts'
import { addDays, addMonths, type LocalDate } from '../engine/dates.ts'
import { kobo } from '../engine/money.ts'
import type { ActionQueue } from './actionQueue.ts'
import { type Caller, callerFor } from './caller.ts'
import { allLoans, type Live } from './loanLists.ts'
import type { Office } from './office.ts'
import { approved } from './uploads.ts'

/** What the desk knows about people: calls, promises, the deceased, one person who has two customer records. */

const CALLS = [
  'Called: the payroll office says the deduction starts again next month.',
  'Visited at the command; asked for a payslip.',
  'Wants a top-up once six instalments are paid.',
  'Salary moved to another bank; sends the new account by letter.',
  'No answer on two numbers. Try the next of kin after the 20th.',
  'Promotion arrears expected; will pay ahead.',
  'Complained about an insurance fee; explained with the offer letter.',
  'Union secretary confirms the strike deductions.',
]
const PROMISES = [
  'Pays when the arrears of promotion come',
  'From the cooperative',
  'Half now, the rest after pay day',
]

type Desk = Office & { actions: ActionQueue }

export async function planDeskNotes(desk: Desk, { twin }: { twin: string }): Promise<void> {
  const look = callerFor(desk.at(desk.today, 7), desk.users.auditor)
  // the two records of one person are merged: nothing else is done with them
  const late = (await allLoans(look, 'arrears')).filter(loan => loan.ippisNumber !== twin)
  const live = (await allLoans(look, 'live')).filter(loan => loan.daysPastDue === 0)
  talk(desk, late.slice(0, 40))
  standings(desk, look, live.slice(100), late.slice(60))
  twice(desk, twin)
  desk.actions.add(desk.today, 9, () => changes(desk, look, live.slice(150, 153)))
}

function talk({ at, users, today, actions }: Desk, late: readonly Live[]): void {
  for (const [index, { customerId, arrears }] of late.entries()) {
    const day = addDays(today, -(2 + (index % 14)))
    const hour = 9 + (index % 7)
    const reported = CALLS[index % CALLS.length] ?? ''
    const call = () => callerFor(at(day, hour), users.editor)
    if (index % 2 === 0)
      actions.add(day, hour, () =>
        call()('customerNoteAdd', { customerId, id: randomUUID(), text: reported }),
      )
    if (index % 3 !== 0) continue
    const id = randomUUID()
    const amount = kobo((arrears / 500_000n) * 500_000n + 500_000n)
    const text = PROMISES[index % PROMISES.length] ?? ''
    const on = addDays(day, 3 + (index % 9))
    actions.add(day, hour, () => call()('customerPromiseAdd', { customerId, id, amount, on, text }))
    const outcome = ['kept', 'broken'][index % 4] as 'kept' | 'broken' | undefined
    const note = outcome === 'kept' ? 'Seen on the statement' : 'Nothing came'
    if (outcome)
      actions.add(today, 9, () =>
        callerFor(at(today, 9), users.editor)('customerPromiseMark', { id, outcome, note }),
      )
  }
}

type Standing = { status: 'deceased' | 'blacklisted' | 'dormant'; reason: string; until?: LocalDate }

function standings(desk: Desk, look: Caller, live: readonly Live[], late: readonly Live[]): void {
  const { at, users, today, actions } = desk
  const [oneDead, otherDead, sleeper, sleepy] = live
  const [forger, liar] = late
  const become: [Live | undefined, Standing][] = [
    [oneDead, { status: 'deceased', reason: 'Letter of the family with the certificate' }],
    [otherDead, { status: 'deceased', reason: 'The payroll says so; the command confirms' }],
    [
      forger,
      { status: 'blacklisted', reason: 'Gave a payslip that was not theirs', until: addMonths(today, 24) },
    ],
    [liar, { status: 'blacklisted', reason: 'Two loans under two names' }],
    [sleeper, { status: 'dormant', reason: 'On leave of absence abroad' }],
    [sleepy, { status: 'dormant', reason: 'Asked not to be written to for now' }],
  ]
  for (const [loan, { until, ...standing }] of become) {
    if (!loan) continue
    actions.add(addDays(today, -3), 10, async () => {
      const { revision } = await look('customerGet', { id: loan.customerId })
      const input = { id: loan.customerId, basedOn: revision, until: until ?? null, ...standing }
      await callerFor(at(addDays(today, -3), 10), users.admin)('customerStatusChange', input)
    })
  }
}

/** The old sheets had one person twice, under two BVNs: the second record goes into the first. */
function twice({ at, users, today, actions }: Desk, ippisNumber: string): void {
  let asked: string | null = null
  actions.add(addDays(today, -6), 12, async () => {
    const clerk = callerFor(at(addDays(today, -6), 12), users.admin)
    const { rows } = await clerk('customerList', { search: ippisNumber, limit: 10, sort: 'opened' })
    const [stored, merged] = rows
    if (!stored || !merged) return
    const reason = 'The same birth date, phone and payroll number; the second BVN was mistyped'
    asked = (await clerk('customerMerge', { id: stored.id, mergedId: merged.id, reason })).approvalId
  })
  actions.add(addDays(today, -5), 12, () => approved(at(addDays(today, -5), 12), users.authorizer, asked))
}

/** Pending approvals other than money. */
async function changes({ at, users, today }: Office, look: Caller, live: readonly Live[]): Promise<void> {
  const [moved, renamed] = live
  const now = at(today, 9)
  const editor = callerFor(now, users.editor)
  if (moved) {
    const { revision } = await look('customerGet', { id: moved.customerId })
    const account = { bankCode: '058', accountNumber: '0123456785' }
    await editor('customerChange', {
      id: moved.customerId,
      basedOn: revision,
      ...account,
      reason: 'Salary account moved, letter of the bank seen',
    })
  }
  if (renamed) {
    const { revision } = await look('customerGet', { id: renamed.customerId })
    await editor('customerChange', {
      id: renamed.customerId,
      basedOn: revision,
      surname: 'Adeyemi-Cole',
      reason: 'Married, certificate seen',
    })
  }
  await callerFor(now, users.superAdmin)('settingChange', {
    section: 'approvalLimits',
    value: { ...SECTIONS.approvalLimits.initial, manualReceipt: '10000000' },
    effectiveOn: today,
    reason: 'Receipts at the desk have grown',
    basedOn: 0,
  })
}
