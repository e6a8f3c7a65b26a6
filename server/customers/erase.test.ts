import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adaeze, knownCustomer, recommended, submit } from '../../test/applicants.ts'
import { type House, openHouse } from '../../test/cast.ts'
import { plainPdf } from '../../test/files.ts'
import { approvedLoan } from '../../test/loans.ts'
import { accepted } from '../../test/uploads.ts'
import { prove } from '../prove.ts'
import { bvnIndex, ninIndex } from './mask.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/** Values that nobody else has: wherever one still stands, the person is not erased. */
const CANARY = {
  surname: 'Zannoturn', firstName: 'Quilbeth', otherNames: 'Vexomira', phone: '08039876541', email: 'quilbeth@vexomira.ng',
  bvn: '22987654321', nin: '51987654328', address: '77 Kanarian Close', lga: 'Birnin Canaria', ippisNumber: 'QX77341',
  accountNumber: '0987654327', kinName: 'Ozymand Kinfolk', kinRelationship: 'Stepcousin', kinPhone: '08027654398', kinAddress: '9 Kinway Crescent', purpose: 'Glockenspiel lessons',
} // biome-ignore format: a table
const SAID = {
  note: 'Wears a turquoise bowler',
  promise: 'After the harmattan regatta',
  comment: 'Met at the xylophone fair',
  document: 'Flugelhorn licence',
}
/** As the tables hold them, 20 in all: a phone in the form of the country, BVN and NIN as the index that finds them. */
const sought = (): string[] => {
  const { keys } = house.program
  const bvn = bvnIndex(keys, CANARY.bvn).toString('hex')
  const nin = ninIndex(keys, CANARY.nin).toString('hex')
  return Object.values({ ...CANARY, phone: '9876541', kinPhone: '7654398', bvn, nin, ...SAID })
}

const readablePdf = (text: string): Buffer =>
  plainPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Note(${text})>>`,
  ])

/** Every text, document and file of every table, as a thief of the whole database would read it. */
async function dump(): Promise<Map<string, string>> {
  const { rows } = await house.pool.query<{ table: string; column: string; type: string }>(`
    select c.table_schema || '.' || c.table_name as "table", c.column_name as "column", c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
      and c.data_type in ('text', 'jsonb', 'json', 'ARRAY', 'bytea', 'character varying')`)
  const held = new Map<string, string>()
  for (const { table, column, type } of rows) {
    const text =
      type === 'bytea' ? `encode("${column}", 'escape') || encode("${column}", 'hex')` : `"${column}"::text`
    const [schema, name] = table.split('.')
    const found = await house.pool.query<{ all: string | null }>(
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

/** Everything that can happen to a customer who then has nothing open. */
async function livedThrough(): Promise<string> {
  const admin = house.as('admin')
  const editor = house.as('editor')
  const reviewer = house.as('reviewer')
  const authorizer = house.as('authorizer')
  const request = await recommended(house, CANARY)
  const { loanId } = await authorizer.ok('requestAuthorize', { id: request.id, version: 1 })
  const { row } = await admin.ok('loanGet', { id: loanId ?? '' })
  const input = { act: 'disburse', on: house.clock.now().toISOString().slice(0, 10) } as const
  const payOut = { loanId: row.id, id: randomUUID(), input, reason: 'Signed' }
  const asked = await admin.ok('loanActDo', payOut)
  await authorizer.ok('approvalDecline', { id: asked.approvalId ?? '', note: 'Does not want it any more' })
  const cancel = { loanId: row.id, id: randomUUID(), input: { act: 'cancel' }, reason: 'Not wanted' } as const
  const { approvalId } = await admin.ok('loanActDo', cancel)
  if (approvalId) await authorizer.ok('approvalApprove', { id: approvalId })
  const again = await submit(house, CANARY)
  await reviewer.ok('requestComment', { id: again.id, note: SAID.comment })
  await reviewer.ok('requestReject', { id: again.id, version: 1, reasonCode: 'OTHER', note: 'Not now' })
  const customerId = row.customerId
  await editor.ok('customerNoteAdd', { customerId, id: randomUUID(), text: SAID.note })
  const promise = { amount: '100', on: '2026-12-01', text: SAID.promise }
  await editor.ok('customerPromiseAdd', { customerId, id: randomUUID(), ...promise })
  const paper = { title: 'Letter', path: readablePdf(SAID.document).toString('base64') }
  await editor.ok('documentAdd', {
    subjectType: 'customer',
    subjectId: customerId,
    id: randomUUID(),
    ...paper,
  })
  await accepted(house, ROSTER)
  return customerId
}

const erase = async (id: string): Promise<void> => {
  const { revision } = await house.as('auditor').ok('customerGet', { id })
  const ask = { id, basedOn: revision, reason: 'Asked in writing on 2 November' }
  const { approvalId } = await house.as('editor').ok('customerErase', ask)
  await house.as('authorizer').ok('approvalApprove', { id: approvalId ?? '' })
}

describe('a person who is erased', () => {
  test('is in no table any more; books, loans and trail stay whole', async () => {
    const id = await livedThrough()
    const before = await placesOf(sought())
    // else the dump would prove nothing
    expect(sought()).toHaveLength(20)
    for (const value of sought())
      expect(
        before.some(place => place.startsWith(value)),
        value,
      ).toBe(true)
    const { loans, requests } = await house.as('auditor').ok('customerGet', { id })
    await erase(id)
    expect(await placesOf(sought())).toEqual([])
    const after = await house.as('auditor').ok('customerGet', { id })
    expect(after).toMatchObject({ loans, bvn: '', nin: '', row: { status: 'erased' } })
    expect(after.row.name).toBe(`Erased customer ${after.row.number}`)
    expect(requests).toBeGreaterThan(0)
    expect((await prove(house.program.db)).checks.flatMap(each => each.problems)).toEqual([])
  })

  test('cannot be found, changed, written about or erased twice; who asked, why and when is kept', async () => {
    const surname = `Yakasai${randomUUID().replace(/[^a-f]/g, '')}`
    const id = await knownCustomer(house, { surname })
    await erase(id)
    const { rows } = await house.as('auditor').ok('customerList', { search: surname })
    expect(rows).toEqual([])
    const listed = await house.as('auditor').ok('customerList', { status: 'erased', limit: 100 })
    expect(listed.rows.find(row => row.id === id)?.name).toMatch(/^Erased customer C\d+$/)
    const editor = house.as('editor')
    const { revision: basedOn } = await editor.ok('customerGet', { id })
    await editor.refused('customerChange', { id, basedOn, lga: 'Ikeja' }, 'customer.erased')
    await editor.refused(
      'customerNoteAdd',
      { customerId: id, id: randomUUID(), text: 'Hello' },
      'customer.erased',
    )
    await editor.refused('customerErase', { id, basedOn, reason: 'Again' }, 'customer.erase_refused')
    const history = await house.as('auditor').ok('recordHistory', { subjectType: 'customer', subjectId: id })
    expect(history.rows.find(entry => entry.action === 'customerErase')).toMatchObject({
      reason: 'Asked in writing on 2 November',
      after: { status: 'erased', askedBy: expect.any(String) as string },
    })
  })

  test.each<[what: string, open: () => Promise<string>, why: string]>([
    ['an open loan', async () => (await approvedLoan(house)).customerId, 'a loan is open'],
    [
      'a request under way',
      async () => {
        const stated = adaeze()
        const id = await knownCustomer(house, stated)
        await submit(house, stated)
        return id
      },
      'a request is under way',
    ],
  ])('%s comes first', async (_, open, why) => {
    const id = await open()
    const { blocked } = await house.as('auditor').ok('customerErasePreview', { id })
    expect(blocked).toBe(why)
    const { revision: basedOn } = await house.as('editor').ok('customerGet', { id })
    await house
      .as('editor')
      .refused('customerErase', { id, basedOn, reason: 'Asked for it' }, 'customer.erase_refused')
  })

  test('takes two people, and the record as it was when it was asked for', async () => {
    const id = await knownCustomer(house)
    const { revision: basedOn } = await house.as('editor').ok('customerGet', { id })
    const ask = { id, basedOn, reason: 'Asked for it' }
    await house.as('auditor').refused('customerErase', ask, 'permission.missing')
    const { approvalId } = await house.as('superAdmin').ok('customerErase', ask)
    await house.as('superAdmin').refused('approvalApprove', { id: approvalId ?? '' }, 'approval.same_person')
    await house.as('editor').ok('customerChange', { id, basedOn, lga: 'Ikeja' })
    await house.as('authorizer').refused('approvalApprove', { id: approvalId ?? '' }, 'approval.stale')
  })
})
