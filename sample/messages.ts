import { randomUUID } from 'node:crypto'
import { SECTIONS } from '../contract/settings.ts'
import { addDays, formatDate, type LocalDate } from '../engine/dates.ts'
import { handlers } from '../server/app/api.ts'
import { act, SYSTEM } from '../server/kernel/act.ts'
import { prepareCampaign, queueCampaign } from '../server/modules/campaigns/jobs.ts'
import { makeReminders } from '../server/modules/campaigns/reminders.ts'
import { sendMessages } from '../server/modules/campaigns/sending.ts'
import { pollUnknownMessages } from '../server/modules/messaging/sending.ts'
import type { ActionQueue } from './actionQueue.ts'
import { callerFor } from './caller.ts'
import { allLoans, type Live } from './loanLists.ts'
import type { OldLoan } from './migratedLoans.ts'
import type { Office } from './office.ts'
import { PastClock } from './pastClock.ts'
import { approved } from './uploads.ts'

/** What was written to customers and what came back: campaigns, STOPs, and the banks' own alerts. */

type Audience = { kind: 'list'; lines: string } | { kind: 'segment'; segmentId: string }

/** The built-in outbox has no rate limit. */
export async function hurryMessages({ at, users, today }: Office): Promise<void> {
  await callerFor(at(addDays(today, -60), 9), users.superAdmin)('settingChange', {
    section: 'sms',
    value: {
      ...SECTIONS.sms.initial,
      reminders: [...SECTIONS.sms.initial.reminders],
      ratePerSecond: 100,
      senderId: 'IROKO',
    },
    effectiveOn: addDays(today, -60),
    reason: 'Sender registered with the networks',
    basedOn: 0,
  })
}

/** `handedOver`: what waited before the campaigns has left. */
type Desk = Office & { actions: ActionQueue; handedOver: Promise<void> }

export async function planMessages(desk: Desk, loans: readonly OldLoan[]): Promise<void> {
  const { at, today, actions } = desk
  const live = await allLoans(callerFor(at(today, 7), desk.users.auditor), 'live')
  stopped(desk, live)
  actions.add(addDays(today, -2), 9, () => makeReminders(at(addDays(today, -2), 9)))
  const onTime = new Set(live.filter(loan => loan.daysPastDue === 0).map(loan => loan.ippisNumber))
  campaigns(
    desk,
    loans.filter(({ person }) => onTime.has(person.ippisNumber)),
  )
  const said = shortCode(desk)
  banks(desk, said, live.slice(200))
  answers(desk, said, loans)
}

/** A text leaves soon after the one before it. */
const TEXT_MS = 2_000

/** Within the last day, but by daylight, when offers may be sent: this morning, or yesterday afternoon. */
function lastDaylight({ at, today }: Office): { day: LocalDate; hour: number; now: number } {
  const now = at(today, 23).clock.now().getTime()
  const noon = Date.parse(`${today}T12:00:00+01:00`)
  return now >= noon ? { day: today, hour: 9, now } : { day: addDays(today, -1), hour: 16, now }
}

/** Sends pending messages and polls their outcome. */
export async function deliver(office: Office): Promise<void> {
  const { day, hour, now } = lastDaylight(office)
  const program = office.at(day, hour)
  await sendMessages({ ...program, clock: new PastClock(day, hour, now, TEXT_MS) })
  const later = office.at(day, hour + 1)
  while ((await pollUnknownMessages(later)) > 0);
}

/** Opt-outs: at the desk, by the network, or by STOP. */
function stopped({ at, users, today, actions }: Desk, live: readonly Live[]): void {
  actions.add(addDays(today, -8), 10, async () => {
    const clerk = callerFor(at(addDays(today, -8), 10), users.admin)
    for (const loan of live.slice(20, 24)) {
      const { phone } = await clerk('customerReveal', {
        id: loan.customerId,
        reason: 'To note the wish to be left in peace',
      })
      await clerk('optOutAdd', { id: randomUUID(), phone, reason: 'Asked at the desk' })
    }
  })
}

function campaigns(desk: Desk, loans: readonly OldLoan[]): void {
  const { today, actions } = desk
  let wishes: Wish[] = []
  actions.add(addDays(today, -2), 10, async () => {
    wishes = await wishesOf(desk, loans)
  })
  actions.add(addDays(today, -1), 9, async () => {
    await desk.handedOver
    for (const wish of wishes) await campaign(desk, wish)
  })
}

type Wish = { name: string; templateId: string; audience: Audience; starts: boolean }

/** The texts, those they are for, and the campaigns that come of both. */
async function wishesOf(desk: Office, loans: readonly OldLoan[]): Promise<Wish[]> {
  const { at, users, today } = desk
  const day = addDays(today, -2)
  const clerk = callerFor(at(day, 10), users.admin)
  const offer = randomUUID()
  await clerk('templateSave', {
    id: offer,
    name: 'Top-up offer',
    purpose: 'marketing',
    event: null,
    body: '{{company}}: Dear {{firstName}}, your loan {{loanNumber}} is on time. You can top it up before the holidays. Call {{companyPhone}}. To opt out, text STOP to 38353.',
    basedOn: 0,
  })
  const { approvalId } = await clerk('templateApprove', {
    id: offer,
    version: 1,
    reason: 'For the end of the year',
  })
  await approved(at(day, 11), users.authorizer, approvalId)
  await clerk('templateSave', {
    id: randomUUID(),
    name: 'Season greetings',
    purpose: 'marketing',
    event: null,
    body: 'Dear {{firstName}}, {{company}} wishes you and your family a happy new year.',
    basedOn: 0,
  })
  const kindly = randomUUID()
  await clerk('templateSave', {
    id: kindly,
    name: 'Please call us',
    purpose: 'recovery',
    event: null,
    body: '{{company}}: Dear {{firstName}}, {{arrears}} on loan {{loanNumber}} is {{timePastDue}} overdue. Please call {{companyPhone}} to agree a payment date.',
    basedOn: 0,
  })
  const asked = await clerk('templateApprove', {
    id: kindly,
    version: 1,
    reason: 'For customers in arrears',
  })
  await approved(at(day, 11), users.authorizer, asked.approvalId)
  const kwara = await audience(desk, 'On time in Kwara', { state: 'Kwara', loans: 'onTime' })
  const lagos = await audience(desk, 'On time in Lagos', { state: 'Lagos', loans: 'onTime' })
  const late = await audience(desk, 'More than 30 days late', { loans: 'arrears', daysPastDueFrom: 31 })
  // among them some whose phones are off, gone or silent, and some who want no texts
  const people = loans.map(loan => loan.person).filter(({ no }) => no <= 30 || no % 53 === 8)
  const lines = people.map(person => person.phone).join('\n')
  const segment = (segmentId: string): Audience => ({ kind: 'segment', segmentId })
  return [
    {
      name: 'Top-up, first customers',
      templateId: offer,
      audience: { kind: 'list', lines },
      starts: true,
    },
    { name: 'Top-up, Lagos', templateId: offer, audience: segment(lagos), starts: true },
    { name: 'Top-up, Kwara', templateId: offer, audience: segment(kwara), starts: false },
    { name: 'Late payers', templateId: kindly, audience: segment(late), starts: false },
  ]
}

async function audience(
  desk: Office,
  name: string,
  filter: { state?: string; loans: 'onTime' | 'arrears'; daysPastDueFrom?: number },
) {
  const id = randomUUID()
  await callerFor(desk.at(addDays(desk.today, -2), 12), desk.users.admin)('segmentSave', { id, name, filter })
  return id
}

async function campaign({ at, users, today }: Office, wish: Wish): Promise<void> {
  const id = randomUUID()
  const program = at(addDays(today, -1), 9)
  const clerk = callerFor(program, users.admin)
  const { name, templateId, audience } = wish
  await clerk('campaignCreate', { id, name, templateId, audience })
  await prepareCampaign(program, id)
  if (!wish.starts) return
  const { approvalId } = await clerk('campaignStart', { id, at: null, reason: 'Before the holidays' })
  // above a hundred recipients it needs approval
  if (approvalId === null) await queueCampaign(program, id)
}

type Said = (day: LocalDate, from: string, text: string) => void

/** What arrives at our short code, as Africa's Talking forwards it. */
function shortCode({ at, users, today, actions }: Desk): Said {
  let key = ''
  actions.add(addDays(today, -10), 9, async () => {
    const admin = callerFor(at(addDays(today, -10), 9), users.admin)
    key = (await admin('gatewayWebhookKeyMake', { reason: 'The short code for alerts' })).secret
  })
  return (day, from, text) => {
    const bytes = Buffer.from(JSON.stringify({ id: randomUUID(), from, text, date: day }))
    actions.add(day, 13, () =>
      act(at(day, 13), 'africasTalkingWebhook', SYSTEM, ctx =>
        handlers.africasTalkingWebhook(
          { ...ctx, actor: undefined, bytes, header: () => undefined },
          { key, kind: 'inbound' },
        ),
      ),
    )
  }
}

/** Alerts of our bank. */
function banks({ at, users, today, actions }: Desk, said: Said, live: readonly Live[]): void {
  for (const [index, loan] of live.slice(0, 7).entries()) {
    const day = addDays(today, -(index + 1))
    const naira = `${12 + index * 4},500.00`
    const name = loan.customerName.toUpperCase()
    said(
      day,
      'GTBank',
      `Acct:******4321\nAmt:NGN${naira} CR\nDesc:NIP ${name} ${index % 3 === 2 ? 'LOAN' : loan.number}\nAvail Bal:NGN8,214,${300 + index}.15\nDate:${day} 12:1${index}PM`,
    )
  }
  actions.add(today, 9, async () => {
    const clerk = callerFor(at(today, 9), users.admin)
    const { rows } = await clerk('claimList', { status: 'open', limit: 10 })
    const [sure, wrong] = rows.filter(claim => claim.matches.length > 0)
    if (sure)
      await clerk('claimConfirm', {
        id: sure.id,
        loanId: sure.matches[0]?.loanId ?? '',
        paidOn: addDays(today, -1),
        reference: 'GTB-771204',
        note: `On the statement of ${formatDate(addDays(today, -1))}`,
      })
    if (wrong) await clerk('claimReject', { id: wrong.id, note: 'The statement shows no such amount' })
  })
}

/** Two customers replied when the offer was announced: one before it could be sent. */
function answers({ today }: Office, said: Said, loans: readonly OldLoan[]): void {
  const [one, two] = loans.slice(10, 12)
  const day = addDays(today, -1)
  if (one) said(day, one.person.phone, 'STOP')
  if (two) said(day, two.person.phone, 'Good day, when is my next deduction?')
}
