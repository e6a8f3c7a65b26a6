import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import type { ListedCustomer } from '../../../contract/customers.ts'
import { recommended, type Stated, submit } from '../../../test/applicants.ts'
import { createTestApp, requestFor, type TestApp } from '../../../test/testApp.ts'
import { whileWaiting } from '../../../test/whileWaiting.ts'
import { csvOf, sheetNaira } from '../../kernel/sheet.ts'
import { bvnIndex } from './mask.ts'

/** A picture of one dot. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

type Known = { id: string; loanId: string; stated: Stated; number: string; revision: number }

/** A customer whose request was approved. */
async function customer(changes: Partial<Stated> = {}): Promise<Known> {
  const request = await recommended(testApp, changes)
  const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
  const { customerId } = await testApp.as('auditor').ok('requestGet', { id: request.id })
  const id = customerId ?? ''
  const { row, revision } = await testApp.as('auditor').ok('customerGet', { id })
  return { id, loanId: loanId ?? '', stated: request.stated, number: row.number, revision }
}

const found = async (search: string) => {
  const { rows, isSimilar } = await testApp.as('auditor').ok('customerList', { search })
  return { names: rows.map(row => row.name), isSimilar }
}

const trailOf = async (id: string, action: string) => {
  const { rows } = await testApp
    .as('auditor')
    .ok('auditList', { subjectType: 'customer', subjectId: id, action, limit: 50 })
  return rows
}

describe('finding a customer', () => {
  let yusuf: Known
  let ola: Known
  beforeAll(async () => {
    yusuf = await customer({
      surname: 'Danjuma',
      firstName: 'Yusuf',
      otherNames: 'Abdul-Rahman',
      phone: '08091234567',
      bvn: '22345678901',
      nin: '51234567890',
      ippisNumber: 'PF/7731',
      accountNumber: '0123456789',
      state: 'Kano',
    })
    ola = await customer({
      surname: 'Ọláwálé',
      firstName: 'Òní',
      phone: '07061112222',
      bvn: '22345678902',
      nin: '51234567892',
      ippisNumber: '880012',
      state: 'Oyo',
    })
  })

  const YUSUF = 'Danjuma Yusuf Abdul-Rahman'
  const OLA = 'Ọláwálé Òní'
  test.each([
    ['the surname', 'Danjuma', [YUSUF]],
    ['a part of it', 'anju', [YUSUF]],
    ['first name first', 'yusuf danjuma', [YUSUF]],
    ['any order, any part', 'rahman yus', [YUSUF]],
    ['a hyphen left out', 'abdul rahman', [YUSUF]],
    ['one letter at the beginning of a name', 'danjuma y', [YUSUF]],
    ['no tone marks', 'olawale', [OLA]],
    ['with tone marks', 'Ọláwálé òní', [OLA]],
    ['the phone as it is dialled', '0809 123 4567', [YUSUF]],
    ['the phone from abroad', '+234 809 123 4567', [YUSUF]],
    ['the end of the phone', '4567', [YUSUF]],
    ['a part of the phone with a zero before', '08091', [YUSUF]],
    ['a name and a part of the phone', 'yusuf 4567', [YUSUF]],
    ['the BVN', '22345678901', [YUSUF]],
    ['the NIN', '51234567890', [YUSUF]],
    ['a neighbour’s BVN', '22345678902', [OLA]],
    ['an unknown BVN', '22345678903', []],
    ['a part of a BVN', '2234567890', []],
    ['the IPPIS number', 'pf/7731', [YUSUF]],
    ['the account number', '0123456789', [YUSUF]],
    ['a part of the account number', '012345678', []],
    ['signs of a pattern', '%', []],
    ['a backslash', '\\', []],
  ])('by %s: %s', async (_how, search, names) => {
    expect(await found(search)).toEqual({ names, isSimilar: false })
  })

  test('by customer number', async () => {
    expect((await found(yusuf.number)).names).toEqual([YUSUF])
    expect((await found(yusuf.number.toLowerCase())).names).toEqual([YUSUF])
  })

  test.each([
    ['letters swapped', 'Danjmua'],
    ['a letter missing', 'Dajuma'],
    ['a letter too many', 'Danjumma'],
    ['both names with a slip', 'yusf danjma'],
  ])('with %s: %s, marked as similar', async (_how, search) => {
    const { names, isSimilar } = await found(search)
    expect(isSimilar).toBe(true)
    expect(names[0]).toBe(YUSUF)
  })

  test('filters narrow, also what is similar', async () => {
    const list = (input: object) => testApp.as('reviewer').ok('customerList', input)
    expect((await list({ state: 'Kano' })).rows.map(row => row.name)).toEqual([YUSUF])
    expect((await list({ search: 'Danjmua', state: 'Oyo' })).rows).toEqual([])
    expect((await list({ status: 'deceased' })).rows).toEqual([])
    expect((await list({ payrollSource: 'NOBODY' })).rows).toEqual([])
    expect((await list({ officerCode: 'AO-000' })).total).toBe(0)
  })

  test('pages meet without gap or repeat, in every order', async () => {
    for (const sort of ['name', '-name', 'opened', '-opened'] as const) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await testApp.as('auditor').ok('customerList', { limit: 1, sort, cursor })
        seen.push(...page.rows.map(row => row.id))
        cursor = page.next ?? undefined
      } while (cursor)
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen).toHaveLength((await testApp.as('auditor').ok('customerList', {})).total)
    }
    const page = await testApp.as('auditor').ok('customerList', { limit: 1 })
    await testApp
      .as('auditor')
      .refused('customerList', { limit: 1, sort: '-name', cursor: page.next ?? '' }, 'cursor.invalid')
  })

  test('neither search nor look leaves a BVN, NIN, account or phone in log or database', async () => {
    await found(yusuf.stated.bvn)
    await exported({ search: yusuf.stated.bvn })
    await testApp.as('admin').ok('customerReveal', { id: yusuf.id, reason: 'call from the customer' })
    const log = testApp.log.join('\n')
    const { rows } = await testApp.pool.query<{ dump: string }>(`
      select string_agg(row::text, '') as dump from (
        select to_jsonb(c) - 'phone' - 'account_number' as row from customer c
        union all select to_jsonb(a) from audit_entry a union all select to_jsonb(p) from approval p
        union all select to_jsonb(f) from first_answer f union all select to_jsonb(v) - 'application' from request_version v
      ) everything`)
    const dump = rows[0]?.dump ?? ''
    expect(dump).toContain('Danjuma')
    for (const secret of [yusuf.stated.bvn, yusuf.stated.nin]) {
      expect(log).not.toContain(secret)
      expect(dump).not.toContain(secret)
    }
    for (const secret of ['8091234567', '0123456789']) expect(log).not.toContain(secret)
  })

  test('the export is masked, quotes formulas away, and is noted', async () => {
    const { id } = await customer({ surname: 'Sule', mda: '=cmd|calc!A0' })
    const csv = await exported({ search: 'sule' })
    expect(csv.trim().split('\n')).toHaveLength(2)
    expect(csv).toContain("'=cmd|calc!A0")
    expect(csv).toMatch(/•••• \d{4}/)
    const { stated } = yusuf
    const all = await exported({})
    for (const secret of [stated.bvn, stated.nin, '8091234567', '0123456789'])
      expect(all).not.toContain(secret)
    const trail = await testApp.as('auditor').ok('auditList', { action: 'customerExport', limit: 1 })
    expect(trail.rows[0]).toMatchObject({ actorName: 'Folake Ogunleye', subjectId: 'customers' })
    expect(id).toBeTruthy()
    expect(ola.number).toMatch(/^C\d{7}$/)
  })
})

describe('what a customer owes', () => {
  const setLoan = (loanId: string, set: string) =>
    testApp.pool.query(`update loan set ${set} where id = $1`, [loanId])
  const listed = async (search: string) =>
    (await testApp.as('auditor').ok('customerList', { search })).rows.map(
      ({ outstanding, arrears, className }) => [outstanding, arrears, className],
    )

  test('is listed and exported: the total of their loans, and the worst class of the active ones', async () => {
    const stated = { surname: 'Owolabi', firstName: 'Tunde' }
    const { id, loanId, number } = await customer(stated)
    expect(await listed(number)).toEqual([[0n, 0n, '']])
    const other = await customer({ surname: 'Owolewa' })
    await setLoan(other.loanId, `customer_id = '${id}'`)
    await setLoan(
      loanId,
      `status = 'live', owed_principal = 12345670, arrears = 500005, oldest_unpaid_on = '2026-10-02'`,
    )
    await setLoan(other.loanId, `status = 'live', owed_principal = 100, arrears = 0`)
    expect(await listed(number)).toEqual([[12_345_770n, 500_005n, 'Substandard']])
    const { loans } = await testApp.as('auditor').ok('customerGet', { id })
    expect(loans).toMatchObject({ outstanding: 12_345_770n, arrears: 500_005n })
    expect(await exported({ search: number })).toContain(',123457.70,5000.05,Substandard')
    await setLoan(loanId, `status = 'cancelled'`)
    await setLoan(other.loanId, `status = 'closed', owed_principal = 0`)
    expect(await listed(number)).toEqual([[0n, 0n, '']])
  })

  test('is listed for names that are only similar too', async () => {
    const { loanId } = await customer({ surname: 'Chukwuemeka' })
    await setLoan(loanId, `status = 'live', owed_principal = 77`)
    expect((await listed('chukwuemkea'))[0]?.[0]).toBe(77n)
  })
})

describe('the export of all', () => {
  /** What a row is in the list, as the export's headings name it. */
  const cells = [
    'number',
    'name',
    'ippisNumber',
    'payrollSource',
    'mda',
    'state',
    'phone',
    'status',
    'officerCode',
  ]
  const columns = [
    ...[...cells, 'officerName', 'openedAt'].map(
      key =>
        [key, (row: ListedCustomer) => (row[key as keyof ListedCustomer] as string | null) ?? ''] as const,
    ),
    ['outstanding', (row: ListedCustomer) => sheetNaira(row.outstanding)] as const,
    ['arrears', (row: ListedCustomer) => sheetNaira(row.arrears)] as const,
    ['class', (row: ListedCustomer) => row.className] as const,
  ]
  const made: string[] = []
  beforeAll(async () => {
    for (let n = 0; n < 6; n++) made.push((await customer({ surname: 'Odd' })).id)
  })
  const withoutHeadings = (csv: string): string => csv.slice(csv.indexOf('\n') + 1)

  test.each(['name', '-name', 'opened', '-opened'] as const)(
    'by %s is, byte for byte, the list in that order, whatever stands in its cells',
    async sort => {
      const change = (n: number, set: string) =>
        testApp.pool.query(`update customer set ${set} where id = $1`, [made[n]])
      await change(0, `mda = E'Works, "Housing"\\nand\\tRoads', first_name = '', other_names = ''`)
      await change(
        1,
        `mda = '=1+1', state = '＝x', officer_code = '-9', opened_at = '2026-11-16 09:00:00.999Z'`,
      )
      await change(2, `status = 'blacklisted', status_until = '2026-11-01', other_names = '@Ngozi'`)
      await change(3, `status = 'blacklisted', status_until = null, mda = ''`)
      await change(4, `status = 'erased', mda = E'cell\\u001fand row\\u001e'`)
      await change(
        5,
        `officer_code = (select account_officer_code from staff where account_officer_code is not null limit 1)`,
      )
      const { rows, next } = await testApp.as('auditor').ok('customerList', { limit: 200, sort })
      expect(next).toBeNull()
      expect(withoutHeadings(await exported({ sort }))).toBe(withoutHeadings(csvOf(columns, rows)))
      await change(4, `mda = 'Ministry'`)
      const again = await testApp.as('auditor').ok('customerList', { limit: 200, sort })
      expect(withoutHeadings(await exported({ sort }))).toBe(withoutHeadings(csvOf(columns, again.rows)))
      const found = await testApp.as('auditor').ok('customerList', { limit: 200, sort, search: 'odd' })
      expect(found.rows.length).toBeGreaterThan(1)
      expect(withoutHeadings(await exported({ sort, search: 'odd' }))).toBe(
        withoutHeadings(csvOf(columns, found.rows)),
      )
    },
  )
})

async function exported(input: z.input<Api['customerExport']['input']>): Promise<string> {
  const { token, binding } = await testApp.signIn('editor@iroko.test')
  const response = await testApp.app.inject(requestFor('customerExport', input, { token, binding }))
  expect(response.statusCode, response.body.slice(0, 200)).toBe(200)
  return response.body
}

describe('one customer', () => {
  test('D1 T7 is masked; the whole number needs a reason, and the access is recorded', async () => {
    const { id, stated } = await customer()
    const shown = await testApp.as('editor').ok('customerGet', { id })
    expect(shown).toMatchObject({
      bvn: `•••••••${stated.bvn.slice(-4)}`,
      nin: `•••••••${stated.nin.slice(-4)}`,
      accountNumber: `••••••${stated.accountNumber.slice(-4)}`,
      row: { phone: `•••• ${stated.phone.slice(-4)}`, status: 'active' },
      loans: { total: 1, open: 1 },
      requests: 1,
      duplicates: [],
      pending: [],
    })
    expect(
      JSON.stringify(shown, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    ).not.toContain('25000000')
    const full = await testApp.as('auditor').ok('customerReveal', { id, reason: 'letter from the court' })
    expect(full).toMatchObject({ bvn: stated.bvn, nin: stated.nin, accountNumber: stated.accountNumber })
    expect(full.netPay).toBe(25_000_000n)
    expect(await trailOf(id, 'customerReveal')).toEqual([
      expect.objectContaining({
        actorName: expect.stringContaining('Ibrahim'),
        reason: 'letter from the court',
      }),
    ])
    await testApp.as('editor').refused('customerReveal', { id, reason: 'curious' }, 'permission.missing')
    await testApp.as('admin').refused('customerReveal', { id, reason: '' }, 'input.invalid')
  })

  test('D3 exports everything stored about a person, for a recorded reason', async () => {
    const { id, stated, number } = await customer()
    await testApp
      .as('editor')
      .refused('customerSubjectExport', { id, reason: 'asked by letter' }, 'permission.missing')
    const { fileName, json } = await testApp
      .as('admin')
      .ok('customerSubjectExport', { id, reason: 'asked by letter' })
    expect(fileName).toContain(number)
    const held = JSON.parse(json)
    expect(Object.keys(held).sort()).toEqual(
      [
        'applications', 'besideLoans', 'campaigns', 'customer', 'documents', 'earlierValues', 'loans', 'madeAt', 'mergedRecords',
        'messages', 'notes', 'optOuts', 'payrollRows', 'refusedLines', 'repaymentRows', 'replies', 'requests', 'retirement',
      ].sort(), // biome-ignore format: a list
    )
    // the application itself, with the next of kin, as it was stated
    expect(held.applications).toHaveLength(1)
    expect(held.applications[0].versions[0].application).toMatchObject({
      bvn: stated.bvn,
      kinName: stated.kinName,
      netPay: '25000000',
    })
    expect(held.customer).toMatchObject({
      bvn: stated.bvn,
      accountNumber: stated.accountNumber,
      netPay: '25000000',
    })
    expect(held.loans.rows).toHaveLength(1)
    expect((await trailOf(id, 'customerSubjectExport'))[0]).toMatchObject({ reason: 'asked by letter' })
    expect(testApp.log.join()).not.toContain(stated.bvn)
  })

  test('retires by the rule of the service, or on the day confirmed by staff', async () => {
    const { id, revision } = await customer({ dateOfBirth: '1970-01-31', firstAppointmentOn: '1993-07-01' })
    const rule = (await testApp.as('auditor').ok('customerGet', { id })).retirement
    expect(rule).toMatchObject({
      on: '2028-07-01',
      byAge: '2030-01-31',
      byService: '2028-07-01',
      ageYears: 60,
      serviceYears: 35,
      override: null,
    })
    const change = { id, basedOn: revision, on: '2029-06-30', reason: 'Gazette of the extension' }
    await testApp.as('reviewer').refused('customerRetirementChange', change, 'permission.missing')
    await testApp.as('editor').ok('customerRetirementChange', change)
    const set = (await testApp.as('auditor').ok('customerGet', { id })).retirement
    expect(set).toMatchObject({ on: '2029-06-30', override: { reason: 'Gazette of the extension' } })
    await testApp.as('editor').refused('customerRetirementChange', change, 'customer.stale')
  })

  test('a document is added to a known customer only', async () => {
    const { id } = await customer()
    const file = { id: randomUUID(), title: 'Letter', path: DOT, subjectType: 'customer' as const }
    await testApp.as('editor').refused('documentAdd', { ...file, subjectId: randomUUID() }, 'record.unknown')
    await testApp.as('editor').ok('documentAdd', { ...file, subjectId: id })
  })

  test('notes and promises are stored; a promise is marked once', async () => {
    const { id } = await customer()
    const editor = testApp.as('editor')
    await editor.ok('customerNoteAdd', {
      customerId: id,
      id: randomUUID(),
      text: 'Called; asks for a statement',
    })
    const promise = { customerId: id, id: randomUUID(), amount: '4500000', on: '2026-11-30', text: '' }
    await editor.refused('customerPromiseAdd', { ...promise, on: '2026-11-01' }, 'input.invalid')
    // it holds reminders back: 2062 for 2026 would do so for good
    await editor.refused('customerPromiseAdd', { ...promise, on: '2062-11-20' }, 'input.invalid')
    await editor.refused('customerPromiseAdd', { ...promise, on: '2027-02-15' }, 'input.invalid')
    await editor.ok('customerPromiseAdd', promise)
    await testApp.as('reviewer').refused('customerPromiseAdd', promise, 'permission.missing')
    expect((await editor.ok('customerGet', { id })).openPromises).toBe(1)
    await editor.ok('customerPromiseMark', { id: promise.id, outcome: 'kept', note: 'Paid by transfer' })
    const refusal = await testApp
      .as('admin')
      .refused('customerPromiseMark', { id: promise.id, outcome: 'broken' }, 'promise.marked')
    expect(refusal.message).toContain('Folake Ogunleye')
    const { rows, total } = await editor.ok('customerNotes', { id })
    expect(total).toBe(2)
    expect(rows.map(row => row.promise?.outcome ?? row.kind).sort()).toEqual(['kept', 'note'])
  })

  test('shows the messages to this person at every phone they had, and no others', async () => {
    const before = await customer({ phone: '08055500011' })
    const reported = async (id: string) =>
      (await testApp.as('auditor').ok('customerMessages', { id })).rows.map(row => row.text)
    const own = await reported(before.id)
    expect(own.join()).toContain('is approved (loan L')
    // the number passes to another customer, with a request and a loan of their own
    const next = await customer({ phone: '08055500013' })
    for (const [id, phone] of [
      [before.id, '+2348055500012'],
      [next.id, '+2348055500011'],
    ])
      await testApp.pool.query('update customer set phone = $2 where id = $1', [id, phone])
    expect(await reported(before.id)).toEqual(own)
    const theirs = await reported(next.id)
    expect(theirs).toHaveLength(own.length)
    expect(theirs.filter(text => own.includes(text))).toEqual([])
    // and one record of a person holds what was written to the other
    await testApp.pool.query(`update customer set status = 'merged', merged_into = $2 where id = $1`, [
      before.id,
      next.id,
    ])
    expect(new Set(await reported(next.id))).toEqual(new Set([...own, ...theirs]))
  })

  test('D6 shows its messages, its requests and the consent in each', async () => {
    const { id, stated } = await customer()
    const { rows } = await testApp.as('auditor').ok('customerMessages', { id })
    expect(rows.map(row => row.text).join()).toContain('is approved (loan L')
    expect(JSON.stringify(rows)).not.toContain(stated.phone.slice(1))
    const requests = await testApp.as('auditor').ok('requestsOfCustomer', { customerId: id })
    expect(requests.rows).toMatchObject([{ stage: 'approved', consent: { version: 0 } }])
  })
})

describe('changing a customer', () => {
  test('contact and kin at once, with before and after', async () => {
    const { id, revision } = await customer()
    const reply = await testApp.as('editor').ok('customerChange', {
      id,
      basedOn: revision,
      address: '4 Aminu Kano Crescent',
      kinPhone: '08055556666',
    })
    expect(reply).toEqual({ approvalId: null, revision: revision + 1 })
    expect((await trailOf(id, 'customerChange'))[0]).toMatchObject({
      before: { address: '12 Ahmadu Bello Way' },
      after: { address: '4 Aminu Kano Crescent', kinPhone: '•••• 6666' },
    })
  })

  test('bank, payroll, phone and name need approval, with masked digits shown', async () => {
    const { id, revision, stated } = await customer()
    const change = { id, basedOn: revision, accountNumber: '3333333333', email: 'a@iroko.test' }
    await testApp.as('editor').refused('customerChange', change, 'input.invalid')
    const { approvalId } = await testApp
      .as('editor')
      .ok('customerChange', { ...change, reason: 'New salary account' })
    const waiting = await testApp.as('authorizer').ok('customerGet', { id })
    expect(waiting).toMatchObject({
      email: 'a@iroko.test',
      accountNumber: `••••••${stated.accountNumber.slice(-4)}`,
      pending: [{ approvalId, command: 'customerSensitiveChange', fields: ['accountNumber'] }],
    })
    const item = await testApp.as('authorizer').ok('approvalGet', { id: approvalId ?? '' })
    expect(JSON.stringify(item)).not.toContain('3333333333')
    const full = await testApp.as('authorizer').ok('customerReveal', { id, reason: 'to check the account' })
    expect(full.waiting).toEqual({ accountNumber: '3333333333', phone: null, bvn: null, nin: null })

    await testApp.as('editor').refused('approvalApprove', { id: approvalId ?? '' }, 'permission.missing')
    await testApp.as('authorizer').approve(approvalId)
    const after = await testApp.as('authorizer').ok('customerGet', { id })
    expect(after).toMatchObject({ accountNumber: '••••••3333', pending: [] })
    expect((await trailOf(id, 'customerSensitiveChange'))[0]).toMatchObject({
      actorName: 'Emeka Nwosu',
      reason: 'New salary account',
      after: { accountNumber: '••••••3333' },
    })
  })

  test('D3 identity is corrected with approval; BVN and NIN are pending sealed and are found afterwards', async () => {
    const { id, revision, stated } = await customer()
    const right = {
      title: 'MS',
      gender: 'FEMALE',
      dateOfBirth: '1985-03-04',
      firstAppointmentOn: '2011-02-01',
      bvn: '22299887766',
      nin: '71155443322',
    } as const
    const { approvalId } = await testApp
      .as('editor')
      .ok('customerChange', { id, basedOn: revision, ...right, reason: 'As the BVN slip has it' })
    const stored = await testApp.pool.query('select input::text as input from approval where id = $1', [
      approvalId,
    ])
    const item = await testApp.as('authorizer').ok('approvalGet', { id: approvalId ?? '' })
    for (const number of [right.bvn, right.nin, stated.bvn, stated.nin])
      expect(stored.rows[0].input + JSON.stringify(item)).not.toContain(number)
    expect(item).toMatchObject({ after: { bvn: '•••••••7766', dateOfBirth: '1985-03-04' } })
    const full = await testApp.as('authorizer').ok('customerReveal', { id, reason: 'to check the slip' })
    expect(full).toMatchObject({ bvn: stated.bvn, waiting: { bvn: right.bvn, nin: right.nin } })

    await testApp.as('authorizer').approve(approvalId)
    expect(await testApp.as('auditor').ok('customerGet', { id })).toMatchObject({
      ...right,
      bvn: '•••••••7766',
      nin: '•••••••3322',
    })
    for (const number of [right.bvn, right.nin]) expect((await found(number)).names).toHaveLength(1)
    expect((await found(stated.bvn)).names).toEqual([])
    const { json } = await testApp
      .as('admin')
      .ok('customerSubjectExport', { id, reason: 'They asked for it' })
    expect(JSON.parse(json).customer).toMatchObject(right)
  })

  test('a BVN that is another customer’s, or days that cannot be, are refused by field', async () => {
    const { id, revision, stated } = await customer()
    const other = await customer()
    const wrong = async (change: object) => {
      const body = { id, basedOn: revision, reason: 'As the slip has it', ...change }
      return (await testApp.as('editor').refused('customerChange', body, 'input.invalid')).fields
    }
    expect(await wrong({ bvn: other.stated.bvn })).toEqual({
      bvn: 'Another customer has this BVN. If they are the same person, ask an Admin to merge the two records',
    })
    const taken = { id, basedOn: revision, bvn: other.stated.bvn, reason: 'As the slip has it' }
    expect((await testApp.as('admin').refused('customerChange', taken, 'input.invalid')).fields).toEqual({
      bvn: `Customer ${other.number} has this BVN. If they are the same person, merge the two records`,
    })
    expect(await wrong({ dateOfBirth: '2015-01-01' })).toHaveProperty('dateOfBirth')
    expect(await wrong({ firstAppointmentOn: '2031-01-01' })).toEqual({
      firstAppointmentOn: 'This day has not come yet',
    })
    const same = { id, basedOn: revision, bvn: stated.bvn, nin: stated.nin, reason: 'The same' }
    await testApp.as('editor').refused('customerChange', same, 'customer.unchanged')
  })

  test('a superAdmin does not approve what they asked for', async () => {
    const { id, revision } = await customer()
    const { approvalId } = await testApp
      .as('superAdmin')
      .ok('customerChange', { id, basedOn: revision, ippisNumber: '991122', reason: 'Payslip shown' })
    await testApp
      .as('superAdmin')
      .refused('approvalApprove', { id: approvalId ?? '' }, 'approval.same_person')
  })

  test('a field that changed while it waited is not overwritten unseen', async () => {
    const { id, revision } = await customer()
    const { approvalId } = await testApp
      .as('editor')
      .ok('customerChange', { id, basedOn: revision, phone: '08011112222', reason: 'Lost the phone' })
    await testApp.pool.query(`update customer set phone = '+2348012345678' where id = $1`, [id])
    await testApp.as('authorizer').refused('approvalApprove', { id: approvalId ?? '' }, 'approval.stale')
    await testApp
      .as('admin')
      .refused(
        'customerChange',
        { id, basedOn: revision, phone: '08033334444', reason: 'Another one' },
        'approval.pending',
      )
  })

  test('a BVN that another record was given at the same instant is refused, not taken', async () => {
    const [{ id, revision }, other] = [await customer(), await customer()]
    const bvn = '22299881234'
    const { approvalId } = await testApp
      .as('editor')
      .ok('customerChange', { id, basedOn: revision, bvn, reason: 'As the slip has it' })
    await whileWaiting(
      testApp,
      [`update customer set bvn_index = $1 where id = $2`, [bvnIndex(testApp.program.keys, bvn), other.id]],
      () => testApp.as('authorizer').refused('approvalApprove', { id: approvalId ?? '' }, 'approval.stale'),
    )
  })

  test('two users at once, 20 times: one saves, the other gets a conflict', async () => {
    const { id } = await customer()
    for (let round = 0; round < 20; round++) {
      const { revision } = await testApp.as('auditor').ok('customerGet', { id })
      const answers = await Promise.all(
        (['editor', 'admin'] as const).map(part =>
          testApp.as(part).call('customerChange', { id, basedOn: revision, lga: `${part} ${round}` }),
        ),
      )
      expect(answers.map(({ status, body }) => String(body.code ?? status)).sort()).toEqual([
        '200',
        'customer.stale',
      ])
    }
  })

  test.each(['reviewer', 'authorizer', 'auditor'] as const)('%s may not', async part => {
    const { id, revision } = await customer()
    const caller = testApp.as(part)
    await caller.refused('customerChange', { id, basedOn: revision, lga: 'Ikeja' }, 'permission.missing')
    await caller.refused(
      'customerStatusChange',
      { id, basedOn: revision, status: 'dormant', reason: 'no loan' },
      'permission.missing',
    )
  })

  test('nothing changed, an unknown payroll and a phone that is none are refused by name', async () => {
    const { id, revision } = await customer()
    const editor = testApp.as('editor')
    await editor.refused('customerChange', { id, basedOn: revision, state: 'Lagos' }, 'customer.unchanged')
    const wrong = await editor.refused(
      'customerChange',
      { id, basedOn: revision, payrollSource: 'MOON', phone: '0123456789', reason: 'wrong' },
      'input.invalid',
    )
    expect(Object.keys(wrong.fields ?? {}).sort()).toEqual(['payrollSource', 'phone'])
  })
})

describe('standing', () => {
  test('deceased freezes the loans and lets no message go', async () => {
    const { id, loanId, revision } = await customer()
    const reply = await testApp
      .as('editor')
      .ok('customerStatusChange', { id, basedOn: revision, status: 'deceased', reason: 'Death certificate' })
    expect(reply.frozenLoans).toBe(1)
    expect((await testApp.as('auditor').ok('loanGet', { id: loanId })).row.frozen).toBe('deceased')
  })

  test('blacklisting ends after its last day, and stops a request until it is overridden', async () => {
    const { id, stated, revision } = await customer()
    const black = { id, basedOn: revision, status: 'blacklisted' as const, reason: 'Forged payslip' }
    await testApp
      .as('admin')
      .refused('customerStatusChange', { ...black, until: '2026-01-01' }, 'input.invalid')
    await testApp.as('admin').ok('customerStatusChange', { ...black, until: '2026-12-31' })
    const again = await submit(testApp, { bvn: stated.bvn, nin: stated.nin, phone: stated.phone })
    const { checklist } = await testApp.as('reviewer').ok('requestGet', { id: again.id })
    expect(checklist.find(each => each.name === 'standing')).toMatchObject({
      result: 'red',
      evidence: expect.stringContaining('blacklisted: Forged payslip'),
    })
    const statusNow = async () => (await testApp.as('auditor').ok('customerGet', { id })).row.status
    expect(await statusNow()).toBe('blacklisted')
    testApp.clock.set('2027-01-04T09:00:00Z')
    expect(await statusNow()).toBe('active')
    const active = await testApp
      .as('auditor')
      .ok('customerList', { status: 'active', search: stated.ippisNumber })
    expect(active.total).toBe(1)
    testApp.clock.set('2026-11-16T09:00:00Z')
  })
})

describe('duplicates and merging', () => {
  /** The same person twice: another BVN was typed the second time. */
  async function twice(dateOfBirth: string): Promise<[Known, Known]> {
    const first = await customer({ surname: 'Bello', firstName: 'Aisha', dateOfBirth })
    const second = await customer({ surname: 'Belo', firstName: 'Aisha', dateOfBirth })
    await testApp.pool.query(
      'update customer set phone = (select phone from customer where id = $2) where id = $1',
      [second.id, first.id],
    )
    return [first, second]
  }

  test('are flagged with the reason', async () => {
    const [first, second] = await twice('1980-02-02')
    const { duplicates } = await testApp.as('auditor').ok('customerGet', { id: first.id })
    expect(duplicates).toEqual([
      expect.objectContaining({ id: second.id, same: ['phone', 'name and birth date'], status: 'active' }),
    ])
  })

  test('a merge needs approval and moves everything to the remaining record', async () => {
    const [stored, merged] = await twice('1981-03-03')
    await testApp
      .as('editor')
      .ok('customerNoteAdd', { customerId: merged.id, id: randomUUID(), text: 'Old note' })
    const preview = await testApp
      .as('editor')
      .ok('customerMergePreview', { id: stored.id, mergedId: merged.id })
    expect(preview).toMatchObject({
      blocked: null,
      moves: { loans: 1, requests: 1, notes: 1, documents: 0 },
      warnings: expect.arrayContaining([expect.stringContaining('BVNs differ')]),
    })
    const ask = { id: stored.id, mergedId: merged.id, reason: 'One person, seen at the counter' }
    await testApp.as('reviewer').refused('customerMerge', ask, 'permission.missing')
    const { approvalId } = await testApp.as('editor').ok('customerMerge', ask)
    for (const { id } of [stored, merged])
      expect((await testApp.as('auditor').ok('customerGet', { id })).pending).toMatchObject([{ approvalId }])
    await testApp.as('authorizer').approve(approvalId)

    const after = await testApp.as('auditor').ok('customerGet', { id: stored.id })
    expect(after).toMatchObject({ loans: { total: 2 }, requests: 2, duplicates: [], pending: [] })
    expect(after.mergedFrom.map(each => each.number)).toEqual([merged.number])
    const gone = await testApp.as('auditor').ok('customerGet', { id: merged.id })
    expect(gone).toMatchObject({ row: { status: 'merged' }, mergedInto: { number: stored.number } })
    expect((await testApp.as('auditor').ok('loanGet', { id: merged.loanId })).row.customerId).toBe(stored.id)
    expect((await testApp.as('auditor').ok('customerNotes', { id: stored.id })).total).toBe(1)
    const listed = async (search: string) =>
      (await testApp.as('auditor').ok('customerList', { search })).rows.map(row => row.status)
    expect(await listed(merged.stated.ippisNumber)).toEqual([])
    expect(await listed(merged.number)).toEqual(['merged'])
    expect(await listed('C9999999')).toEqual([])

    await testApp
      .as('editor')
      .refused('customerChange', { id: merged.id, basedOn: gone.revision, lga: 'Ikeja' }, 'customer.merged')
    // a later request under the merged record's BVN belongs to the remaining record
    const again = await submit(testApp, {
      bvn: merged.stated.bvn,
      nin: merged.stated.nin,
      phone: merged.stated.phone,
    })
    const { checklist } = await testApp.as('reviewer').ok('requestGet', { id: again.id })
    expect(checklist.find(each => each.name === 'standing')?.evidence).toContain(stored.number)
    expect(await trailOf(stored.id, 'customerMerge')).toHaveLength(1)
    expect(await trailOf(merged.id, 'customerMerge')).toHaveLength(1)
  })

  test('a record changed while pending is checked again; a blacklisting cannot be merged away', async () => {
    const [stored, merged] = await twice('1982-04-04')
    const ask = { id: stored.id, mergedId: merged.id, reason: 'One person' }
    const { approvalId } = await testApp.as('editor').ok('customerMerge', ask)
    await testApp.as('admin').ok('customerStatusChange', {
      id: merged.id,
      basedOn: merged.revision,
      status: 'blacklisted',
      reason: 'Forged payslip',
    })
    await testApp
      .as('authorizer')
      .refused('approvalApprove', { id: approvalId ?? '' }, 'customer.merge_refused')
    await testApp
      .as('editor')
      .refused('customerMerge', { ...ask, mergedId: stored.id }, 'customer.merge_refused')
    const { blocked } = await testApp
      .as('auditor')
      .ok('customerMergePreview', { id: stored.id, mergedId: merged.id })
    expect(blocked).toContain('is blacklisted')
  })
})

test('unknown people are unknown by name', async () => {
  const id = randomUUID()
  const caller = testApp.as('superAdmin')
  await caller.refused('customerGet', { id }, 'record.unknown')
  await caller.refused('customerReveal', { id, reason: 'a look' }, 'record.unknown')
  await caller.refused('customerChange', { id, basedOn: 1, lga: 'Ikeja' }, 'record.unknown')
  await caller.refused('customerMergePreview', { id, mergedId: id }, 'record.unknown')
  await caller.refused('customerPromiseMark', { id, outcome: 'kept' }, 'record.unknown')
})
