import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROLES } from '../../../contract/roles.ts'
import { createTestApp, type Part, type TestApp } from '../../../test/testApp.ts'
import { maskPhone } from '../../kernel/mask.ts'
import { valuesOf } from '../../kernel/rows.sql.ts'

/** The list is written by PostgreSQL: what it hides, and how it writes what no column holds as it is shown. */
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  for (let n = 0; n < CUSTOMERS; n++) await insert(n)
})
afterAll(() => testApp.close())

const CUSTOMERS = 8
const hashed = (text: string) => createHash('sha256').update(text).digest()

const insert = (n: number) =>
  sql`insert into customer ${valuesOf({
    id: randomUUID(),
    number: `C700000${n}`,
    title: 'MRS',
    surname: 'Okonkwo',
    first_name: 'Adaeze',
    other_names: n % 2 === 0 ? '' : 'Ngozi',
    gender: 'FEMALE',
    date_of_birth: `1985-03-1${n}`,
    phone: `+234803012345${n}`,
    email: `adaeze${n}@example.ng`,
    bvn_sealed: '',
    bvn_index: hashed(`bvn ${n}`),
    nin_sealed: '',
    nin_index: hashed(`nin ${n}`),
    address: '12 Ahmadu Bello Way',
    state: 'Lagos',
    lga: 'Ikeja',
    payroll_source: 'IPPIS',
    ippis_number: `10000${n}`,
    mda: 'Ministry of Health',
    grade: 'GL 10',
    step: '4',
    first_appointment_on: '2012-05-01',
    net_pay: 24_681_357,
    bank_code: '058',
    account_number: `987654321${n}`,
    kin_name: 'Chidi Okonkwo',
    kin_relationship: 'Husband',
    kin_phone: `+234809988776${n}`,
    officer_code: '',
    opened_at: new Date(Date.UTC(2026, 4, 1 + n, 9, 30)),
  })}`.execute(testApp.program.db)

const partOf = (role: string) => `${role[0]?.toLowerCase()}${role.slice(1)}` as Part

test.each(ROLES)('%s reads phones masked and no other number of a person', async role => {
  const { body, status } = await testApp.as(partOf(role)).call('customerList', { limit: 200 })
  expect(status).toBe(200)
  const shown = JSON.stringify(body, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  const { rows: stored } = await testApp.pool.query<Record<string, string>>(
    'select id, phone, kin_phone, account_number, date_of_birth::text as born, email, net_pay::text as pay from customer',
  )
  expect(body.rows?.length).toBe(CUSTOMERS)
  for (const row of body.rows ?? []) {
    const {
      phone = '',
      kin_phone: kin = '',
      account_number: account = '',
      born = '',
      email = '',
      pay = '',
    } = stored.find(each => each.id === row.id) ?? {}
    expect(row.phone).toBe(maskPhone(phone))
    for (const hidden of [phone, phone.slice(4), kin, account, born, email, `"${pay}"`].filter(Boolean))
      expect(shown).not.toContain(hidden)
  }
})

test('any text is written as JSON, whatever signs it has', async () => {
  const name = 'O"Néill\\\\ \u2028 \u{1F600} Ṣówándé \t /'
  const { rows } = await testApp.pool.query<{ id: string }>(
    `update customer set mda = $1 where id = (select id from customer where status = 'active' order by id limit 1) returning id`,
    [name],
  )
  const { rows: listed } = await testApp.as('admin').ok('customerList', { limit: 200 })
  expect(listed.find(each => each.id === rows[0]?.id)?.mda).toBe(name)
})

test('an erased customer shows no digits, and a blacklisting that is over counts as active', async () => {
  const { rows } = await testApp.pool.query<{ id: string }>(
    `select id from customer where status = 'active' order by id limit 2`,
  )
  const [erased, listed] = rows.map(row => row.id)
  await testApp.pool.query(`update customer set status = 'erased' where id = $1`, [erased])
  await testApp.pool.query(
    `update customer set status = 'blacklisted', status_until = '2026-11-01' where id = $1`,
    [listed],
  )
  const answer = await testApp.as('admin').ok('customerList', { limit: 200 })
  expect(answer.rows.find(row => row.id === erased)).toMatchObject({ phone: '', status: 'erased' })
  expect(answer.rows.find(row => row.id === listed)).toMatchObject({ status: 'active' })
})
