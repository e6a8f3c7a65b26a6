import { randomUUID } from 'node:crypto'
import { ROLES } from '../../contract/roles.ts'
import { SECTIONS } from '../../contract/settings.ts'
import { adaeze } from '../../test/applicants.ts'
import { type Regular, regular } from './callers.ts'
import type { Document } from './document.ts'
import { type Records, readRecords } from './records.ts'
import { shotFor, type Values } from './sample.ts'
import type { Target } from './target.ts'

/**
 * Writes something into every place that takes text from people, through the API: what people see on pages, take away in
 * exports and find in the trail. `say` gives the words for a place, honest or not.
 */
export type Furnished = { written: string[]; refused: string[] }

type Write = (name: string, values: Values, bytes?: string) => Promise<Values>
type Say = (place: string) => string
type Desk = { maker: Write; checker: Write; records: Records; say: Say; target: Target }

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

export async function furnish(target: Target, document: Document, say: Say): Promise<Furnished> {
  const reported: Furnished = { written: [], refused: [] }
  const desk: Desk = {
    maker: writerFor(await regular(target, ROLES), document, reported, say('browser')),
    checker: writerFor(await regular(target, ROLES), document, reported, say('browser')),
    records: await readRecords(target.pool),
    say,
    target,
  }
  await applicant(desk)
  await customer(desk)
  await messaging(desk)
  await alerts(desk)
  await settings(desk)
  await loansAndPayouts(desk)
  await people(desk)
  return reported
}

function writerFor(who: Regular, document: Document, reported: Furnished, browser: string): Write {
  return async (name, values, bytes) => {
    const operation = document.operations.find(each => each.name === name)
    if (!operation) throw new Error(`${name} is not in the document`)
    const shot = shotFor(operation, values, bytes)
    const agent = Buffer.from(browser).toString('latin1').slice(0, 200)
    const headers: Record<string, string> = { ...shot.headers, 'user-agent': agent }
    if (bytes !== undefined) headers['content-type'] = 'application/x-www-form-urlencoded'
    const hit = await who.fire({ ...shot, headers })
    if (hit.status !== 200) reported.refused.push(`${name}: ${hit.body.slice(0, 300)}`)
    else reported.written.push(name)
    return hit.status === 200 ? (JSON.parse(hit.body) as Values) : {}
  }
}

const today = (): string => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)

/** Straight into the table: the proof of work that opens one is another test's business. */
export async function openDraft({ pool }: Target): Promise<string> {
  const id = randomUUID()
  await pool.query(`insert into request_draft (id, opened_at, address) values ($1, now(), 'local')`, [id])
  return id
}

async function applicant({ maker, checker, say, target }: Desk): Promise<void> {
  const consent = (await maker('publicPage', {})).consent as { version: number } | undefined
  const draftId = await openDraft(target)
  for (const title of ['Work identity card', 'Latest payslip', say('document').slice(0, 250)])
    await maker('draftDocumentAdd', { draftId, id: randomUUID(), title, path: DOT })
  const id = randomUUID()
  const application = adaeze({
    consentVersion: consent?.version ?? 0,
    // a payroll without months to compare with
    payrollSource: 'GIFMIS',
    address: say('address'), lga: say('lga').slice(0, 60), mda: say('employer').slice(0, 120), grade: say('').slice(0, 20), step: say('').slice(0, 10),
    purpose: say('purpose'), kinRelationship: say('').slice(0, 40), kinAddress: say('kin address'), accountOfficerCode: say('').slice(0, 60),
  }) // biome-ignore format: a form
  await maker('requestSubmit', { id, draftId, application })
  await maker('requestComment', { id, note: say('comment') })
  const { amount, tenor } = application
  await maker('requestRecommend', { id, version: 1, amount, tenor, note: say('recommendation') })
  await checker('requestReject', { id, version: 1, reasonCode: 'PAY-TOO-LOW', note: say('rejection') })
}

async function customer({ maker, checker, records, say }: Desk): Promise<void> {
  const customerId = records.customer[0] ?? ''
  await maker('customerNoteAdd', { customerId, id: randomUUID(), text: say('note') })
  const promise = randomUUID()
  await maker('customerPromiseAdd', {
    customerId,
    id: promise,
    amount: '500000',
    on: today(),
    text: say('promise'),
  })
  await maker('customerPromiseMark', { id: promise, outcome: 'kept', note: say('outcome') })
  const seen = async (): Promise<unknown> => (await maker('customerGet', { id: customerId })).revision
  await maker('customerChange', {
    id: customerId, basedOn: await seen(), address: say('address'), lga: say('lga').slice(0, 60), mda: say('employer').slice(0, 120),
    grade: say('').slice(0, 20), step: say('').slice(0, 10), kinRelationship: say('').slice(0, 40), kinAddress: say('kin address'),
  }) // biome-ignore format: a form
  const asked = await maker('customerChange', {
    id: customerId,
    basedOn: await seen(),
    phone: '08037776655',
    reason: say('reason'),
  })
  await checker('approvalDecline', { id: asked.approvalId, note: say('decline') })
  await maker('customerChange', {
    id: customerId,
    basedOn: await seen(),
    phone: '08037776655',
    reason: say('reason'),
  })
  const subject = { subjectType: 'customer', subjectId: customerId }
  await maker('documentAdd', {
    ...subject,
    id: randomUUID(),
    title: say('document').slice(0, 250),
    path: DOT,
  })
  const other = records.customer[1] ?? ''
  const { revision } = await maker('customerGet', { id: other })
  const until = '2027-12-31'
  await maker('customerStatusChange', {
    id: other,
    basedOn: revision,
    status: 'blacklisted',
    until,
    reason: say('reason'),
  })
}

async function messaging({ maker, checker, records, say }: Desk): Promise<void> {
  const segment = randomUUID()
  await maker('segmentSave', { id: segment, name: say('segment').slice(0, 80), filter: { state: 'Lagos' } })
  const template = randomUUID()
  const body = `${say('body')} {{firstName}}`
  await maker('templateSave', {
    id: template,
    name: say('template').slice(0, 80),
    purpose: 'marketing',
    event: null,
    body,
    basedOn: 0,
  })
  const asked = await maker('templateApprove', { id: template, version: 1, reason: say('reason') })
  await checker('approvalApprove', { id: asked.approvalId, note: say('approval') })
  const audience = { kind: 'customer', customerId: records.customer[0] }
  await maker('campaignCreate', {
    id: randomUUID(),
    name: say('campaign').slice(0, 80),
    templateId: template,
    audience,
  })
  await maker('optOutAdd', { id: randomUUID(), phone: '08035551234', reason: say('reason') })
  await maker('gatewayTest', { id: randomUUID(), phone: '08035551235' })
  await maker('sendingPause', { reason: say('reason') })
}

/** What banks and people write to us comes from outside, unasked. */
async function alerts({ maker, say }: Desk): Promise<void> {
  const { secret } = await maker('gatewayWebhookKeyMake', { reason: say('reason') })
  if (typeof secret !== 'string') return
  const come = (from: string, text: string) =>
    maker(
      'africasTalkingWebhook',
      { key: secret, kind: 'inbound' },
      new URLSearchParams({ from, to: '35131', text, date: today(), id: randomUUID() }).toString(),
    )
  await come(
    'GTBank',
    `Acct:******4321\nAmt:NGN61,666.67 CR\nDesc:${say('alert')}\nBal:NGN900,000.00\nDate:${today()} 09:17AM`,
  )
  await come('+2348035559876', say('reply'))
  await come(say('sender').slice(0, 30), say('reply'))
}

async function settings({ maker, say }: Desk): Promise<void> {
  const rows = ((await maker('settingList', {})).rows ?? []) as { section: string; version: number }[]
  const basedOn = rows.find(({ section }) => section === 'organisation')?.version ?? 0
  await maker('settingChange', {
    section: 'organisation',
    value: {
      ...SECTIONS.organisation.initial,
      operatingCompany: say('').slice(0, 60),
      address: say('office'),
    },
    effectiveOn: today(),
    reason: say('reason'),
    basedOn,
  })
  const code = `f-${randomUUID().slice(0, 6)}`
  await maker('frequencySave', {
    code,
    name: say('').slice(0, 40),
    rhythm: 'monthly',
    anchorDay: 25,
    firstDue: 'payroll',
  })
  const products = ((await maker('productList', {})).rows ?? []) as Values[]
  const { id, code: known, terms, version } = products[0] ?? {}
  const named = { name: say('product').slice(0, 80), description: say('description') }
  await maker('productChange', {
    id,
    code: known,
    terms,
    ...named,
    effectiveOn: today(),
    basedOn: version,
    reason: say('reason'),
  })
}

async function loansAndPayouts({ maker, checker, records, say, target }: Desk): Promise<void> {
  const { rows } = await target.pool.query<{ id: string; status: string }>(
    // the person blacklisted above is paid nothing, and a loan in a batch is not put into another
    `select l.id, l.status from loan l join customer c on c.id = l.customer_id
     order by c.status <> 'active', exists (select from payout_line p where p.loan_id = l.id), l.number`,
  )
  const waiting = rows.filter(({ status }) => status === 'awaiting disbursement').map(({ id }) => id)
  const live = rows.find(({ status }) => status === 'live')?.id ?? records.loan[0]
  const payingAccount = say('account').slice(0, 80)
  // two at the bank, with lines of their own, and one that was never submitted
  for (const [place, loanId] of waiting.slice(0, 3).entries()) {
    const id = randomUUID()
    await maker('payoutBatchMake', { id, loanIds: [loanId], valueOn: today(), payingAccount })
    if (place === 2) continue
    const { approvalId } = await maker('payoutBatchAsk', { id, reason: say('reason') })
    await checker('approvalApprove', { id: approvalId, note: say('approval') })
    await maker('payoutBatchExport', { id, exportId: randomUUID() })
  }
  const receipt = {
    act: 'receipt',
    amount: '100000',
    on: today(),
    channel: 'bank transfer',
    reference: say('').slice(0, 60),
  }
  await maker('loanActDo', { loanId: live, id: randomUUID(), input: receipt, reason: say('reason') })
  const file = {
    kind: 'payroll',
    source: 'IPPIS',
    period: '2026-10',
    fileName: say('file').slice(0, 250),
    bytes: 40,
  }
  await maker('intakeOpen', { id: randomUUID(), ...file })
}

async function people({ maker, say }: Desk): Promise<void> {
  const password = 'mango rain bicycle'
  const form = {
    firstName: say('').slice(0, 50),
    lastName: say('').slice(0, 50),
    phone: '08030000077',
    password,
    confirm: password,
  }
  const email = `${randomUUID().slice(0, 8)}@iroko.test`
  await maker('signUp', { ...form, email })
  const users = ((await maker('userList', { search: email })).rows ?? []) as { id: string }[]
  if (users[0]) await maker('userDecline', { id: users[0].id, reason: say('reason') })
}
