import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '../../../contract/api.ts'
import { type Endpoint, fileReply } from '../../../contract/endpoint.ts'
import { ROLES, type Role } from '../../../contract/roles.ts'
import { recommended, type Submitted, submit } from '../../../test/applicants.ts'
import { createTestApp, type Part, type TestApp } from '../../../test/testApp.ts'
import { accepted, roster } from '../../../test/uploads.ts'
import { type AuditSearch, auditEntries } from '../../kernel/audit.ts'

/** Who saw or took whose data, in a window of time: the answer that a leak asks for within three days. */

let testApp: TestApp
let adaeze: Customer
let yusuf: Customer
beforeAll(async () => {
  testApp = await createTestApp()
  adaeze = await customer({ ippisNumber: '437715' })
  yusuf = await customer({ surname: 'Danjuma', firstName: 'Yusuf', ippisNumber: '430000' })
  await look()
})
afterAll(() => testApp.close())

type Customer = { id: string; number: string; loanId: string; request: Submitted }

async function customer(changes: Parameters<typeof recommended>[1]): Promise<Customer> {
  const request = await recommended(testApp, changes)
  const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
  const { customerId } = await testApp.as('auditor').ok('requestGet', { id: request.id })
  const { row } = await testApp.as('auditor').ok('customerGet', { id: customerId ?? '' })
  return { id: row.id, number: row.number, loanId: loanId ?? '', request }
}

const MONDAY = '2026-11-16'
const TUESDAY = '2026-11-17'

/** On Monday her request and another customer, on Tuesday her current records; and many reads without personal data. */
async function look(): Promise<void> {
  const { id } = adaeze.request
  await testApp.as('reviewer').ok('requestReveal', { id, reason: 'To ring her' }, { from: '10.1.2.3' })
  const { rows } = await testApp.as('auditor').ok('documentList', { subjectType: 'request', subjectId: id })
  const payslip = rows.find(({ title }) => title === 'Latest payslip')
  await testApp.as('reviewer').ok('documentOpen', { id: payslip?.id ?? '', reason: 'To compare her pay' })
  await testApp.as('reviewer').ok('requestComment', { id, note: 'Rang her' })
  await testApp.as('admin').ok('customerReveal', { id: yusuf.id, reason: 'His bank asked' })
  await testApp
    .as('editor')
    .refused('customerReveal', { id: adaeze.id, reason: 'Curious' }, 'permission.missing')
  testApp.clock.set(`${TUESDAY}T09:00:00Z`)
  await testApp.as('admin').ok('customerReveal', { id: adaeze.id, reason: 'Letter from the court' })
  await testApp.as('admin').ok('loanPaper', { id: adaeze.loanId, paper: 'schedule' })
  await testApp.as('reviewer').ok('payrollLookup', { staffNumber: '0437715' })
  await testApp.as('reviewer').ok('payrollLookup', { staffNumber: '430000' })
  await testApp.as('editor').ok('customerExport', { format: 'csv' })
  await testApp.as('editor').ok('customerList', { search: adaeze.request.stated.phone })
  await testApp.as('auditor').ok('customerGet', { id: adaeze.id })
}

type Asked = Partial<Record<'from' | 'to' | 'actorId' | 'subjectType' | 'subjectId' | 'search', string>>

const looks = async (asked: Asked = {}, part: Part = 'auditor') =>
  (await testApp.as(part).ok('auditList', { looks: 'true', limit: 200, ...asked })).rows

/** Newest first, as the list has them. */
const reported = async (asked?: Asked): Promise<string[]> =>
  (await looks(asked)).map(({ action, actorName }) => `${actorName.split(' ')[0]} ${action}`)

const ON_MONDAY = ['Babatunde customerReveal', 'Halima documentOpen', 'Halima requestReveal']
const ON_TUESDAY = [
  'Folake customerList',
  'Folake customerExport',
  'Halima payrollLookup',
  'Halima payrollLookup',
  'Babatunde loanPaper',
  'Babatunde customerReveal',
]

describe('D5 access log', () => {
  test('is every look and nothing else, with who, when, from where, at what and why', async () => {
    expect(await reported()).toEqual([...ON_TUESDAY, ...ON_MONDAY])
    const first = (await looks()).at(-1)
    expect(first).toMatchObject({
      actorName: 'Halima Bello',
      address: '10.1.2.3',
      subjectLabel: `${adaeze.request.reference}, Okonkwo Adaeze`,
      reason: 'To ring her',
      outcome: 'done',
    })
    const opened = (await looks()).find(({ action }) => action === 'documentOpen')
    // a document is listed with its owner
    expect(opened?.subjectLabel).toMatch(/^Latest payslip, IRK-\S+, Okonkwo Adaeze$/)
  })

  test('in a window of days, and by one person of staff', async () => {
    expect(await reported({ from: MONDAY, to: MONDAY })).toEqual(ON_MONDAY)
    expect(await reported({ from: TUESDAY, to: TUESDAY })).toEqual(ON_TUESDAY)
    expect(await reported({ from: '2026-11-18' })).toEqual([])
    const actorId = await testApp.idOf('editor')
    expect(await reported({ actorId })).toEqual(['Folake customerList', 'Folake customerExport'])
  })

  test('of one customer is found by record or number: everything of theirs, and lists that may have included them', async () => {
    const hers = [
      'Folake customerList',
      'Folake customerExport',
      'Halima payrollLookup',
      'Babatunde loanPaper',
      'Babatunde customerReveal',
      'Halima documentOpen',
      'Halima requestReveal',
    ]
    expect(await reported({ subjectType: 'customer', subjectId: adaeze.id })).toEqual(hers)
    expect(await reported({ search: adaeze.number.toLowerCase() })).toEqual(hers)
    expect(await reported({ search: adaeze.number, from: MONDAY, to: MONDAY })).toEqual(hers.slice(-2))
    expect(await reported({ subjectType: 'customer', subjectId: yusuf.id })).toEqual([
      ...hers.slice(0, 3),
      'Babatunde customerReveal',
    ])
    // a loan belongs to a person, a word does not
    expect(await reported({ subjectType: 'loan', subjectId: adaeze.loanId })).toEqual(hers)
    expect(await reported({ search: 'court' })).toEqual(['Babatunde customerReveal'])
    expect(await reported({ subjectType: 'customer', subjectId: 'nobody' })).toEqual([])
  })

  test.each(ROLES)('%s', async role => {
    const part = `${role[0]?.toLowerCase()}${role.slice(1)}` as Part
    const mayRead: Role[] = ['superAdmin', 'Auditor']
    if (mayRead.includes(role)) {
      expect((await looks({ to: TUESDAY, actorId: await testApp.idOf('admin') }, part)).length).toBe(3)
      await testApp.as(part).ok('auditExport', { looks: 'true', from: MONDAY, to: MONDAY, format: 'csv' })
    } else {
      await testApp.as(part).refused('auditList', { looks: 'true' }, 'permission.missing')
      await testApp.as(part).refused('auditExport', { looks: 'true', format: 'csv' }, 'permission.missing')
    }
  })

  test('is exported as a file, and that export is in the next one', async () => {
    const asked = { looks: 'true', from: MONDAY, to: TUESDAY, search: adaeze.number } as const
    const { bytes, name } = await testApp.as('auditor').ok('auditExport', { ...asked, format: 'csv' })
    expect(name).toBe(`access-log-${TUESDAY}.csv`)
    const rows = parse(Buffer.from(bytes), { bom: true, columns: true }) as Record<string, string>[]
    const court = rows.find(row => row.Why === 'Letter from the court')
    expect(court).toMatchObject({
      'When (Lagos)': `${TUESDAY} 10:00:00`,
      Who: 'Babatunde Adeyemi',
      'From address': '127.0.0.1',
      What: 'Customer revealed',
      Record: `Customer ${adaeze.number}, Okonkwo Adaeze`,
    })
    expect(court?.['What was shown']).toContain('BVN')
    expect(rows.map(row => row.Why)).not.toContain('His bank asked')
    const [newest] = await looks()
    expect(newest).toMatchObject({
      actorName: 'Ibrahim Danjuma',
      subjectType: 'export',
      subjectId: 'access log',
      after: { filter: { ...asked, search: 'C•••0001' }, format: 'csv', rows: rows.length },
    })
  })
})

describe('D5 what counts as an access', () => {
  const isAccess = async (action: string): Promise<boolean> =>
    (await testApp.pool.query('select audit_is_look($1, $2) as is', [action, 'customer'])).rows[0].is

  test('is every file that is given out, and every number that is shown', async () => {
    const shows = (Object.entries(api) as [string, Endpoint][])
      .filter(([name, { reply }]) => reply === fileReply || /Reveal|Export/.test(name))
      .map(([name]) => name)
    expect(shows.length).toBeGreaterThan(30)
    const missed: string[] = []
    for (const name of shows) if (!(await isAccess(name))) missed.push(name)
    // an empty form, which leaves no line either
    expect(missed).toEqual(['bookTemplate'])
  })

  /** Pages that show pay or whole lines of a file to who may reveal them, and say so in the trail. */
  async function readRosters(): Promise<string[]> {
    const admin = testApp.as('admin')
    await accepted(testApp, roster([{ id: '1', pay: '100000', period: '2026-09' }]), {
      period: '2026-09',
      fileName: 'september.csv',
    })
    const october = roster([
      { id: '1', pay: '120000' },
      { id: '2', pay: 'much' },
    ])
    const id = await accepted(testApp, october)
    await admin.ok('payrollChanges', { id, kind: 'payUp' })
    await admin.ok('intakeRefusals', { id })
    await admin.ok('intakeRefusalFile', { id })
    return ['intakeGet', 'payrollChanges', 'intakeRefusals', 'intakeRefusalFile']
  }

  test('is whatever a request that only reads has left in the trail, and whatever says that it showed something', async () => {
    const left = await readRosters()
    const { rows: done } = await testApp.pool.query(
      `select distinct action from audit_entry where outcome = 'done' and action = any ($1)`,
      [left],
    )
    expect(done.length).toBe(left.length)
    const reads = (Object.entries(api) as [string, Endpoint][])
      .filter(([, { method, reads: isRead }]) => method === 'GET' || isRead)
      .map(([name]) => name)
    const { rows } = await testApp.pool.query(
      `select distinct action from audit_entry
       where outcome = 'done' and not audit_is_look(action, subject_type)
         and (action = any ($1) or after ?| '{revealed,handedOver,accountNumbersRevealed}')`,
      [reads],
    )
    expect(rows).toEqual([])
  })

  test('is in the index exactly where the function says so', async () => {
    const QUERY = `select id from audit_entry where audit_is_look(action, subject_type) and outcome = 'done' order by id desc`
    const client = await testApp.pool.connect()
    try {
      const read = async (off: string) => {
        await client.query(
          `begin; ${off
            .split(' ')
            .map(way => `set local enable_${way} = off;`)
            .join(' ')}`,
        )
        const { rows: plan } = await client.query(`explain ${QUERY}`)
        const { rows } = await client.query(QUERY)
        await client.query('rollback')
        return { plan: JSON.stringify(plan), rows }
      }
      const byIndex = await read('seqscan sort')
      const byTable = await read('indexscan indexonlyscan bitmapscan')
      expect(byIndex.plan).toContain('audit_entry_look')
      expect(byTable.plan).toContain('Seq Scan')
      expect(byIndex.rows.length).toBeGreaterThan(10)
      expect(byIndex.rows).toEqual(byTable.rows)
    } finally {
      client.release()
    }
  })

  test('changes only together with the index, which would keep the entries of before as they were', () => {
    const migrations = readdirSync('db/migrations').map(name => readFileSync(`db/migrations/${name}`, 'utf8'))
    const telling = migrations.filter(text => /\bfunction audit_is_look\b/i.test(text))
    expect(telling.length).toBeGreaterThan(0)
    for (const text of telling)
      expect(text).toMatch(/\b(create|reindex) index (concurrently )?audit_entry_look\b/i)
  })
})

describe('D5 among very many entries', () => {
  type Node = {
    'Relation Name'?: string
    'Actual Rows': number
    'Actual Loops': number
    'Rows Removed by Filter'?: number
    Plans?: Node[]
  }
  /** How many entries of the trail a statement fetches. */
  const fetched = (node: Node): number =>
    (node['Relation Name'] === 'audit_entry'
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0) + (node.Plans ?? []).reduce((sum, each) => sum + fetched(each), 0)

  async function entriesRead(search: AuditSearch): Promise<number> {
    const caught: { sql: string; parameters: readonly unknown[] }[] = []
    const db = new Kysely<unknown>({
      dialect: new PostgresDialect({ pool: testApp.pool }),
      log: ({ query }) => void caught.push(query),
    })
    await auditEntries(db, search, null, 26)
    const { rows } = await testApp.pool.query(`explain (analyze, format json) ${caught[0]?.sql}`, [
      ...(caught[0]?.parameters ?? []),
    ])
    return fetched(rows[0]['QUERY PLAN'][0].Plan)
  }

  test('only looks are read, of a day long ago too', async () => {
    // two thousand days of thirty acts, the last of them an access
    await testApp.pool.query(
      `insert into audit_entry (at, actor_name, action, subject_type, subject_id, outcome)
       select timestamptz '2020-01-01' + n * interval '48 minutes', 'Somebody', case when n % 30 = 0 then 'customerReveal'
         else 'loanActDo' end, 'customer', gen_random_uuid(), 'done' from generate_series(1, 60000) n`,
    )
    await testApp.pool.query('analyze audit_entry')
    const day = '2020-03-01' as NonNullable<AuditSearch['from']>
    const held = [{ ids: [adaeze.id], documentsOf: [`customer ${adaeze.id}`], staffNumbers: ['437715'] }]
    const ALL_READS = 2_000 + 50
    expect(await entriesRead({ looks: 'true' })).toBeLessThan(100)
    expect(await entriesRead({ looks: 'true', from: day, to: day })).toBeLessThan(100)
    expect(await entriesRead({ looks: 'true', held })).toBeLessThanOrEqual(ALL_READS)
    expect(await entriesRead({ looks: 'true', actorId: await testApp.idOf('admin') })).toBeLessThan(ALL_READS)
  })
})

describe('how much one person reveals', () => {
  test('is limited to sixty records an hour, documents included, and counted for the Auditor', async () => {
    const { id: staffId, caller } = await testApp.hire('Reviewer')
    const before = (await testApp.as('auditor').ok('dashboardWork', {})).reveals?.today ?? 0
    const { id, reference: _ } = await submit(testApp)
    const look = () => caller.call('requestReveal', { id, reason: 'To ring her' })
    expect((await look()).status).toBe(200)
    expect((await look()).status).toBe(200)
    expect((await testApp.as('auditor').ok('dashboardWork', {})).reveals?.today).toBe(before + 2)
    expect((await testApp.as('editor').ok('dashboardWork', {})).reveals).toBeNull()
    await testApp.pool.query(
      `insert into reveal_count (staff_id, hour, subject)
       select $1, date_trunc('hour', $2::timestamptz), 'customer ' || n from generate_series(1, 59) n`,
      [staffId, testApp.clock.now()],
    )
    // the one already seen is no further one
    expect((await look()).status).toBe(200)
    const other = (await submit(testApp)).id
    const refused = await caller.refused(
      'requestReveal',
      { id: other, reason: 'One more' },
      'reveal.too_often',
    )
    expect(refused.message).toContain('60')
    const { rows } = await testApp
      .as('auditor')
      .ok('documentList', { subjectType: 'request', subjectId: other })
    await caller.refused('documentOpen', { id: rows[0]?.id ?? '', reason: 'One more' }, 'reveal.too_often')
    await caller.refused('customerReveal', { id: adaeze.id, reason: 'One more' }, 'reveal.too_often')
    testApp.clock.advance({ hours: 1 })
    await caller.ok('requestReveal', { id: other, reason: 'One more' })
  })
})
