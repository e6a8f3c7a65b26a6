import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adaeze, knownCustomer, recommended, submit } from '../../../test/applicants.ts'
import { plainPdf } from '../../../test/files.ts'
import { approvedLoan, submitted } from '../../../test/loans.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { accepted } from '../../../test/uploads.ts'
import { prove } from '../../app/prove.ts'
import { act, SYSTEM } from '../../kernel/act.ts'
import { prepareCampaign, queueCampaign } from '../campaigns/jobs.ts'
import { bvnIndex, ninIndex } from '../customers/mask.ts'
import { notify } from '../messaging/notify.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

/** Unique values: wherever one still appears, the person is not erased. */
const CANARY = {
  surname: 'Zannoturn', firstName: 'Quilbeth', otherNames: 'Vexomira', phone: '08039876541', email: 'quilbeth@vexomira.ng',
  bvn: '22987654321', nin: '51987654328', address: '77 Kanarian Close', lga: 'Birnin Canaria', ippisNumber: 'QX77341',
  accountNumber: '0987654327', kinName: 'Ozymand Kinfolk', kinRelationship: 'Stepcousin', kinPhone: '08027654398', kinAddress: '9 Kinway Crescent', purpose: 'Glockenspiel lessons',
} // biome-ignore format: a table
/** What all of it was changed to before the end. */
const LATER = {
  surname: 'Marigowende', firstName: 'Tizzrafel', otherNames: 'Umbrielda', phone: '08058765432', email: 'tizz@umbrielda.ng',
  bvn: '22876543219', nin: '61876543217', address: '4 Penumbra Rise', lga: 'Obscurian North', ippisNumber: 'ZK99127',
  accountNumber: '0876543213', kinName: 'Balthazor Kith', kinRelationship: 'Godnephew', kinPhone: '08076543219', kinAddress: '12 Kithway Lane',
} // biome-ignore format: a table
const SAID = {
  note: 'Wears a turquoise bowler',
  promise: 'After the harmattan regatta',
  comment: 'Met at the xylophone fair',
  document: 'Flugelhorn licence',
  reply: 'Please ring my bassoon teacher',
  alert: 'NIP TRANSFER BALALAIKA FUND',
  signal: 'From the Bandstand to the Orchestra',
}
/** As the tables hold them: a phone in the form of the country, BVN and NIN as the index that finds them. */
const sought = (): string[] => {
  const { keys } = testApp.program
  const held = ({ bvn, nin, phone, kinPhone, ...plain }: typeof LATER): string[] => [
    ...Object.values(plain),
    phone.slice(-7),
    kinPhone.slice(-7),
    bvnIndex(keys, bvn).toString('hex'),
    ninIndex(keys, nin).toString('hex'),
  ]
  return [...held(CANARY), ...held(LATER), ...Object.values(SAID)]
}

const readablePdf = (text: string): Buffer =>
  plainPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Note(${text})>>`,
  ])

/** Every text, document and file of every table, as a thief of the whole database would read it. */
async function dump(): Promise<Map<string, string>> {
  const { rows } = await testApp.pool.query<{ table: string; column: string; type: string }>(`
    select c.table_schema || '.' || c.table_name as "table", c.column_name as "column", c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
      and c.data_type in ('text', 'jsonb', 'json', 'ARRAY', 'bytea', 'character varying')`)
  const held = new Map<string, string>()
  for (const { table, column, type } of rows) {
    const text =
      type === 'bytea' ? `encode("${column}", 'escape') || encode("${column}", 'hex')` : `"${column}"::text`
    const [schema, name] = table.split('.')
    const found = await testApp.pool.query<{ all: string | null }>(
      `select string_agg(${text}, ' ') as all from "${schema}"."${name}"`,
    )
    held.set(`${table}.${column}`, found.rows[0]?.all ?? '')
  }
  return held
}

const placesOf = async (values: readonly string[]): Promise<string[]> => {
  const held = await dump()
  return values.flatMap(value =>
    [...held]
      .filter(([, all]) => all.toLowerCase().includes(value.toLowerCase()))
      .map(([at]) => `${value} in ${at}`),
  )
}

const ROSTER = `STAFF_ID,FULL_NAME,ACCOUNT_NUMBER,NETPAY
${CANARY.ippisNumber},${CANARY.surname} ${CANARY.firstName},${CANARY.accountNumber},250000
480210,BELLO MUSA,0123456785,118500
${CANARY.ippisNumber}9,${CANARY.surname} ${CANARY.firstName},${CANARY.accountNumber},not yet
`
/** The same person under the number that was put right. */
const LATER_ROSTER = `STAFF_ID,FULL_NAME,ACCOUNT_NUMBER,NETPAY
${LATER.ippisNumber},${LATER.surname} ${LATER.firstName},${LATER.accountNumber},250000
480210,BELLO MUSA,0123456785,118500
`

/** Everything that can happen to a customer who then has nothing open. */
async function livedThrough(): Promise<string> {
  const admin = testApp.as('admin')
  const editor = testApp.as('editor')
  const reviewer = testApp.as('reviewer')
  const authorizer = testApp.as('authorizer')
  const request = await recommended(testApp, CANARY)
  const { loanId } = await authorizer.ok('requestAuthorize', { id: request.id, version: 1 })
  const { row } = await admin.ok('loanGet', { id: loanId ?? '' })
  const { batchId, approvalId: asked } = await submitted(testApp, row.id)
  await authorizer.ok('approvalDecline', { id: asked, note: 'Does not want it any more' })
  await admin.ok('payoutBatchCancel', { id: batchId, reason: 'Not wanted' })
  const cancel = { loanId: row.id, id: randomUUID(), input: { act: 'cancel' }, reason: 'Not wanted' } as const
  const { approvalId } = await admin.ok('loanActDo', cancel)
  if (approvalId) await authorizer.approve(approvalId)
  const again = await submit(testApp, CANARY)
  await reviewer.ok('requestComment', { id: again.id, note: SAID.comment })
  await reviewer.ok('requestReject', { id: again.id, version: 1, reasonCode: 'OTHER', note: 'Not now' })
  const customerId = row.customerId
  await editor.ok('customerNoteAdd', { customerId, id: randomUUID(), text: SAID.note })
  const promise = { amount: '100', on: '2026-12-01', text: SAID.promise }
  await editor.ok('customerPromiseAdd', { customerId, id: randomUUID(), ...promise })
  const paper = {
    title: `Letter of ${CANARY.firstName}`,
    path: readablePdf(SAID.document).toString('base64'),
  }
  await editor.ok('documentAdd', {
    subjectType: 'customer',
    subjectId: customerId,
    id: randomUUID(),
    ...paper,
  })
  const old = { id: randomUUID(), title: `Old letter of ${CANARY.otherNames}`, path: paper.path }
  await editor.ok('documentAdd', { subjectType: 'customer', subjectId: customerId, ...old })
  await editor.ok('documentRetire', { id: old.id, reason: 'Out of date' })
  const intakeId = await accepted(testApp, ROSTER)
  await isSignalled(row.id, customerId, intakeId)
  await reviewer.ok('payrollLookup', { staffNumber: CANARY.ippisNumber })
  await changesIdentity(customerId)
  await accepted(testApp, LATER_ROSTER, { period: '2026-09', fileName: 'september.csv' })
  await isWrittenTo(customerId)
  await isNamedByTheBank(row.id)
  return customerId
}

/** Changes every changeable field, with approval where needed. */
async function changesIdentity(id: string): Promise<void> {
  const { revision } = await testApp.as('editor').ok('customerGet', { id })
  const { approvalId } = await testApp
    .as('editor')
    .ok('customerChange', { id, basedOn: revision, ...LATER, reason: 'By her new papers' })
  await testApp.as('authorizer').approve(approvalId)
}

/** A campaign to her alone and one to a pasted list, not sent yet; a reply, a word to be left in peace, a message that waits. */
async function isWrittenTo(customerId: string): Promise<void> {
  await campaignTo({ kind: 'customer', customerId })
  await campaignTo({ kind: 'list', lines: '0803 987 6541\n+234 (0) 805 876 5432\nC9999999' })
  await testApp
    .as('editor')
    .ok('optOutAdd', { id: randomUUID(), phone: LATER.phone, reason: 'Asked on the phone' })
  await testApp.pool.query(
    `insert into message_inbound (id, at, gateway, sender, body, meaning, dedupe)
     values ($1, now(), 'termii', $2, $3, 'reply', $4)`,
    [randomUUID(), `+234${LATER.phone.slice(1)}`, SAID.reply, randomUUID()],
  )
  await act(testApp.program, 'messageSend', SYSTEM, ctx =>
    notify(ctx, {
      phone: `+234${LATER.phone.slice(1)}`,
      purpose: 'receipt',
      text: `Dear ${LATER.firstName}, thank you`,
      event: randomUUID(),
      customerId,
    }),
  )
}

async function campaignTo(audience: object): Promise<string> {
  const admin = testApp.as('admin')
  const templateId = randomUUID()
  const body = 'Dear {{firstName}}, our office is open on Saturday.'
  await admin.ok('templateSave', {
    id: templateId,
    name: `Open ${templateId.slice(0, 8)}`,
    purpose: 'recovery',
    event: null,
    body,
    basedOn: 0,
  })
  const asked = await admin.ok('templateApprove', { id: templateId, version: 1, reason: 'For the season' })
  await testApp.as('authorizer').approve(asked.approvalId)
  const id = randomUUID()
  await admin.ok('campaignCreate', { id, name: 'Saturday', templateId, audience: audience as never })
  await prepareCampaign(testApp.program, id)
  return id
}

/** Unbooked alerts about her loan: one most likely hers, and one that was another customer's after all. */
async function isNamedByTheBank(loanId: string): Promise<void> {
  const match = { loanId, loanNumber: 'L1', customerName: `${LATER.surname} ${LATER.firstName}`, why: 'name' }
  const other = { ...match, loanId: randomUUID(), customerName: 'Bello Musa' }
  const { id: otherLoan } = await approvedLoan(testApp)
  for (const [matches, bookedOn, body] of [
    [[match, other], null, SAID.alert],
    [[other, match], otherLoan, 'NIP TRANSFER BELLO MUSA'],
  ] as const)
    await testApp.pool.query(
      `insert into message_claim (id, at, sender, body, amount, description, dedupe, matches, status, loan_id)
       values ($1, now(), 'GTBank', $2, 5000, $2, $3, $4, $5, $6)`,
      [randomUUID(), body, randomUUID(), JSON.stringify(matches), bookedOn ? 'confirmed' : 'open', bookedOn],
    )
}

/** The payroll says something about a loan of hers. */
async function isSignalled(loanId: string, customerId: string, intakeId: string): Promise<void> {
  await testApp.pool.query(
    `insert into loan_signal (id, intake_id, source, month, customer_id, loan_id, kind, detail, raised_at)
     values ($1, $2, 'IPPIS', '2026-10-01', $3, $4, 'moved', $5, now())`,
    [randomUUID(), intakeId, customerId, loanId, SAID.signal],
  )
}

const erase = async (id: string): Promise<void> => {
  const { revision } = await testApp.as('auditor').ok('customerGet', { id })
  const ask = { id, basedOn: revision, reason: 'Asked in writing on 2 November' }
  const { approvalId } = await testApp.as('editor').ok('customerErase', ask)
  await testApp.as('authorizer').approve(approvalId)
}

/** The trail still shows that something was changed, submitted and written, not what. */
async function staysReported(id: string, number: string): Promise<void> {
  const { rows } = await testApp
    .as('auditor')
    .ok('recordHistory', { subjectType: 'customer', subjectId: id, limit: 100 })
  const change = rows.find(entry => entry.action === 'customerSensitiveChange')
  expect(change).toMatchObject({ before: { surname: 'erased' }, after: { surname: 'erased' } })
  const campaigns = await testApp.as('auditor').ok('campaignList', {})
  expect(campaigns.rows.find(row => row.audienceKind === 'customer')).toMatchObject({
    audienceName: `Customer ${number}`,
    recipients: 0,
    excluded: 1,
    cost: 0n,
  })
  // no message addresses a person as "Erased"
  for (const { id: campaignId } of campaigns.rows) await queueCampaign(testApp.program, campaignId)
  const { rows: waiting } = await testApp.pool.query(
    `select from message where body = 'Erased' and status in ('queued', 'held', 'failed')`,
  )
  expect(waiting).toEqual([])
  const claims = await testApp.as('auditor').ok('claimList', {})
  expect(claims.rows.map(({ text, matches }) => [text, matches.map(each => each.customerName)])).toEqual(
    expect.arrayContaining([
      ['Erased', []],
      ['NIP TRANSFER BELLO MUSA', ['Bello Musa']],
    ]),
  )
}

/** What they stated, except the content of documents: the export lists them, and files are opened one by one. */
const { document: INSIDE, ...WORDS } = SAID

const handedOver = async (id: string): Promise<string> =>
  (await testApp.as('admin').ok('customerSubjectExport', { id, reason: 'Asked by letter' })).json

/** Every value that the tables hold of a person, and each of them where it belongs; nothing of others. */
function isWhole(json: string): void {
  const held = JSON.parse(json) as Record<string, unknown>
  const besideLoans = held.besideLoans as Record<string, unknown>
  const said = (part: unknown): string => JSON.stringify(part).toLowerCase()
  // a phone is held in the form of the country
  const asHeld = ([field, value]: [string, string]): string => (/phone/i.test(field) ? value.slice(1) : value)
  const canary = Object.entries(CANARY).map(asHeld)
  for (const [part, ...values] of [
    [held, ...canary, ...Object.entries({ ...LATER, ...WORDS }).map(asHeld)],
    [held.customer, ...Object.entries(LATER).map(asHeld)],
    [held.earlierValues, CANARY.surname, CANARY.bvn, CANARY.nin, CANARY.accountNumber],
    [held.applications, ...canary, SAID.comment],
    [held.notes, SAID.note, SAID.promise],
    [held.documents, `Letter of ${CANARY.firstName}`, `Old letter of ${CANARY.otherNames}`, 'sha256'],
    [held.messages, LATER.firstName],
    [held.replies, SAID.reply],
    [held.optOuts, 'Asked on the phone'],
    [held.campaigns, LATER.firstName],
    [held.payrollRows, CANARY.ippisNumber, LATER.ippisNumber, CANARY.accountNumber, '25000000'],
    [held.refusedLines, `${CANARY.ippisNumber}9`, 'not yet'],
    [besideLoans.signals, SAID.signal],
    [besideLoans.bankAlerts, SAID.alert],
  ] as [unknown, ...string[]][])
    for (const value of values) expect(said(part), value).toContain(value.toLowerCase())
  for (const stranger of ['bello musa', INSIDE.toLowerCase()]) expect(said(held)).not.toContain(stranger)
}

describe('D3 a person who is erased', () => {
  test('is given all that is held, then is in no table any more; books, loans and trail stay whole', async () => {
    const id = await livedThrough()
    const before = await placesOf(sought())
    // else the dump would prove nothing
    expect(sought()).toHaveLength(38)
    for (const value of sought())
      expect(
        before.some(place => place.startsWith(value)),
        value,
      ).toBe(true)
    isWhole(await handedOver(id))
    const { loans, requests } = await testApp.as('auditor').ok('customerGet', { id })
    await erase(id)
    expect(await placesOf(sought())).toEqual([])
    const left = (await handedOver(id)).toLowerCase()
    for (const value of sought()) expect(left).not.toContain(value.toLowerCase())
    const after = await testApp.as('auditor').ok('customerGet', { id })
    expect(after).toMatchObject({ loans, bvn: '', nin: '', row: { status: 'erased' } })
    expect(after.row.name).toBe(`Erased customer ${after.row.number}`)
    expect(requests).toBeGreaterThan(0)
    expect((await prove(testApp.program.db)).checks.flatMap(each => each.problems)).toEqual([])
    await staysReported(id, after.row.number)
  })

  test('leaves other users of the phone their messages, their opt-outs and their payroll rows', async () => {
    const shared = { phone: '08067772211', ippisNumber: 'AB55501' }
    const [his, hers] = [await knownCustomer(testApp, shared), await knownCustomer(testApp, shared)]
    const phone = `+234${shared.phone.slice(1)}`
    const sentTo = (customerId: string): Promise<void> =>
      act(testApp.program, 'messageSend', SYSTEM, ctx =>
        notify(ctx, {
          phone,
          purpose: 'receipt',
          text: `For ${customerId}`,
          event: randomUUID(),
          customerId,
        }),
      )
    await sentTo(his)
    await sentTo(hers)
    await testApp.as('editor').ok('optOutAdd', { id: randomUUID(), phone, reason: 'No offers, please' })
    await testApp.pool.query(
      `insert into message_inbound (id, at, gateway, sender, body, meaning, dedupe)
       values ($1, now(), 'termii', $2, 'Thank you', 'reply', $3)`,
      [randomUUID(), phone, randomUUID()],
    )
    const campaign = await campaignTo({ kind: 'list', lines: shared.phone })
    await accepted(
      testApp,
      `STAFF_ID,FULL_NAME,ACCOUNT_NUMBER,NETPAY\n${shared.ippisNumber},ANY BODY,0123456785,250000\n`,
      {
        source: 'IPPIS',
        period: '2026-08',
        fileName: 'august.csv',
      },
    )
    await erase(his)

    const messages = await testApp.pool.query(
      `select customer_id, phone, body, status, status_reason from message where customer_id = any ($1) order by body`,
      [[his, hers]],
    )
    const number = (await testApp.as('auditor').ok('customerGet', { id: his })).row.number
    expect(messages.rows).toEqual([
      {
        customer_id: his,
        phone: `erased ${number}`,
        body: 'Erased',
        status: 'cancelled',
        status_reason: 'erased',
      },
      { customer_id: hers, phone, body: `For ${hers}`, status: 'queued', status_reason: null },
    ])
    const { rows: outs } = await testApp.as('auditor').ok('optOutList', {})
    expect(outs.map(out => out.phone)).toContain('•••• 2211')
    const { rows: replies } = await testApp.as('auditor').ok('inboundList', {})
    expect(replies.some(reply => reply.text === 'Thank you')).toBe(true)
    const listed = await testApp.pool.query('select audience from message_campaign where id = $1', [campaign])
    expect(listed.rows[0].audience.lines).toEqual([shared.phone])
    const { rows: months } = await testApp
      .as('reviewer')
      .ok('payrollLookup', { staffNumber: shared.ippisNumber })
    expect(months).toHaveLength(1)
  })

  test('cannot be found, changed, written about or erased twice; maker, reason and time are recorded', async () => {
    const surname = `Yakasai${randomUUID().replace(/[^a-f]/g, '')}`
    const id = await knownCustomer(testApp, { surname })
    await erase(id)
    const { rows } = await testApp.as('auditor').ok('customerList', { search: surname })
    expect(rows).toEqual([])
    const listed = await testApp.as('auditor').ok('customerList', { status: 'erased', limit: 100 })
    expect(listed.rows.find(row => row.id === id)?.name).toMatch(/^Erased customer C\d+$/)
    const editor = testApp.as('editor')
    const { revision: basedOn } = await editor.ok('customerGet', { id })
    await editor.refused('customerChange', { id, basedOn, lga: 'Ikeja' }, 'customer.erased')
    await editor.refused(
      'customerNoteAdd',
      { customerId: id, id: randomUUID(), text: 'Hello' },
      'customer.erased',
    )
    await editor.refused('customerErase', { id, basedOn, reason: 'Again' }, 'customer.erase_refused')
    const history = await testApp
      .as('auditor')
      .ok('recordHistory', { subjectType: 'customer', subjectId: id })
    expect(history.rows.find(entry => entry.action === 'customerErase')).toMatchObject({
      reason: 'Asked in writing on 2 November',
      after: { status: 'erased', askedBy: expect.any(String) as string },
    })
  })

  test.each<[what: string, open: () => Promise<string>, why: string]>([
    ['an open loan', async () => (await approvedLoan(testApp)).customerId, 'a loan is open'],
    [
      'a request under way',
      async () => {
        const stated = adaeze()
        const id = await knownCustomer(testApp, stated)
        await submit(testApp, stated)
        return id
      },
      'a request is under way',
    ],
  ])('%s comes first', async (_, open, why) => {
    const id = await open()
    const { blocked } = await testApp.as('auditor').ok('customerErasePreview', { id })
    expect(blocked).toBe(why)
    const { revision: basedOn } = await testApp.as('editor').ok('customerGet', { id })
    await testApp
      .as('editor')
      .refused('customerErase', { id, basedOn, reason: 'Asked for it' }, 'customer.erase_refused')
  })

  test('takes two people, and the record as it was when it was asked for', async () => {
    const id = await knownCustomer(testApp)
    const { revision: basedOn } = await testApp.as('editor').ok('customerGet', { id })
    const ask = { id, basedOn, reason: 'Asked for it' }
    await testApp.as('auditor').refused('customerErase', ask, 'permission.missing')
    const { approvalId } = await testApp.as('superAdmin').ok('customerErase', ask)
    await testApp
      .as('superAdmin')
      .refused('approvalApprove', { id: approvalId ?? '' }, 'approval.same_person')
    await testApp.as('editor').ok('customerChange', { id, basedOn, lga: 'Ikeja' })
    await testApp.as('authorizer').refused('approvalApprove', { id: approvalId ?? '' }, 'approval.stale')
  })
})
