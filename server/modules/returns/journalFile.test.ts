import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FileLayout, LAYOUTS_INITIAL } from '../../../contract/layouts.ts'
import { CHART } from '../../../contract/ledger.ts'
import { addDays } from '../../../engine/dates.ts'
import { type Kobo, kobo } from '../../../engine/money.ts'
import { rowsOf } from '../../../test/tables.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { act, SYSTEM } from '../../kernel/act.ts'
import { businessDate } from '../../kernel/clock.ts'
import { post } from '../ledger/posting.ts'

/** The journal of a period as the accountant's system imports it. */

let testApp: TestApp
const today = () => businessDate(testApp.clock.now())
const naira = (amount: number): Kobo => kobo(BigInt(amount) * 100n)
const daysAgo = (days: number) => addDays(today(), -days)

/** Bank 9,000 + 500 received, 200 given back; a year apart from everything else in the ledger. */
const FIRST = 300
const period = () => ({ from: daysAgo(FIRST), to: daysAgo(FIRST - 1) })
beforeAll(async () => {
  testApp = await createTestApp()
  for (const [days, amount, note] of [
    [FIRST, 9_000, '=cmd|calc'],
    [FIRST, 500, 'Àdùkẹ́ “paid”\nat the counter'],
    [FIRST - 1, -200, null],
  ] as const)
    await act(testApp.program, 'test', SYSTEM, ctx =>
      post(ctx, {
        reason: 'correction',
        ref: randomUUID(),
        effectiveOn: daysAgo(days),
        lines: [
          { account: 'bank', amount: naira(amount) },
          { account: 'feeIncome', amount: naira(-amount) },
        ],
        note: note ?? undefined,
      }),
    )
})
afterAll(() => testApp.close())

async function nameHouseCodes(): Promise<void> {
  for (const [account, houseCode] of [
    ['bank', '1200'],
    ['feeIncome', '0400'],
  ] as const) {
    const { code, title, kind } = CHART[account]
    const change = { code, title, kind, houseCode, isClosed: false, reason: 'Code of the accountant' }
    const { approvalId } = await testApp.as('admin').ok('ledgerAccountSave', change)
    await testApp.as('authorizer').approve(approvalId)
  }
}

const layout = (name: string): FileLayout => {
  const found = LAYOUTS_INITIAL.find(each => each.name === name)
  if (!found) throw new Error(`no layout ${name}`)
  return found
}
const file = async (name: string, of = period()) => {
  const { bytes, ...reply } = await testApp.as('auditor').ok('journalFile', { layout: name, ...of })
  return { ...reply, bytes: Buffer.from(bytes) }
}
const preview = (given: FileLayout, of = period()) =>
  testApp.as('auditor').ok('journalFilePreview', { layout: given, ...of })
const table = (bytes: Buffer, delimiter = ',') => parse(bytes.toString('latin1'), { delimiter })

test('accounts without a house code are named before the file is made, and in its preview', async () => {
  const { withoutHouseCode, lines } = await preview(layout('Sage 50 audit trail'))
  expect(withoutHouseCode.map(({ code }) => code)).toEqual([1010, 4020])
  expect(lines).toBe(4)
  const refusal = await testApp
    .as('auditor')
    .refused('journalFile', { layout: 'Sage 50 audit trail', ...period() }, 'layout.house_codes')
  expect(JSON.stringify(refusal)).toContain('1010 Bank, 4020 Fee income')
})

test('Sage 50 takes a line a day, account and side, which balances', async () => {
  await nameHouseCodes()
  const { bytes, name } = await file('Sage 50 audit trail')
  expect(name).toBe(`journal-${daysAgo(FIRST)}-${daysAgo(FIRST - 1)}.csv`)
  const [headings, ...rows] = table(bytes)
  expect(headings).toEqual(layout('Sage 50 audit trail').columns.map(({ heading }) => heading))
  const written = (day: string) => day.split('-').reverse().join('/')
  expect(rows.map(cells => [cells[0], cells[2], cells[4], cells[7], cells[8]])).toEqual([
    ['JD', '1200', written(daysAgo(FIRST)), '9500.00', 'T9'],
    ['JC', '0400', written(daysAgo(FIRST)), '9500.00', 'T9'],
    ['JC', '1200', written(daysAgo(FIRST - 1)), '200.00', 'T9'],
    ['JD', '0400', written(daysAgo(FIRST - 1)), '200.00', 'T9'],
  ])
})

test('QuickBooks has debits and credits apart, and one journal number a day', async () => {
  const [, ...rows] = table((await file('QuickBooks Online journal entries')).bytes)
  expect(rows.map(cells => [cells[0], cells[2], cells[3], cells[4]])).toEqual([
    [daysAgo(FIRST).replaceAll('-', ''), '1200', '9500.00', ''],
    [daysAgo(FIRST).replaceAll('-', ''), '0400', '', '9500.00'],
    [daysAgo(FIRST - 1).replaceAll('-', ''), '1200', '', '200.00'],
    [daysAgo(FIRST - 1).replaceAll('-', ''), '0400', '200.00', ''],
  ])
})

test('Tally takes a workbook whose amounts are numbers and whose codes keep their zeros', async () => {
  const { bytes, name } = await file('Tally Prime vouchers')
  expect(name).toMatch(/\.xlsx$/)
  const [headings, first, second] = (await rowsOf(bytes)).map(({ cells }) => cells)
  expect(headings?.[3]).toBe('Ledger Name')
  expect(first?.[0]).toMatch(/^\d\d-[A-Z][a-z]{2}-20\d\d$/)
  expect([first?.[3], first?.[5], second?.[3], second?.[5]]).toEqual(['1200', 'Dr', '0400', 'Cr'])
})

test('by entry, text that people typed is one harmless cell', async () => {
  const { bytes } = await file('Every entry')
  const rows = parse(bytes, { bom: true })
  expect(rows).toHaveLength(7)
  expect(rows.slice(1).map(cells => cells.at(-1))).toEqual([
    'Correction: =cmd|calc',
    'Correction: =cmd|calc',
    'Correction: Àdùkẹ́ “paid” at the counter',
    'Correction: Àdùkẹ́ “paid” at the counter',
    'Correction',
    'Correction',
  ])
  const [debits, credits] = [5, 6].map(at =>
    rows.slice(1).reduce((total, cells) => total + BigInt((cells[at] ?? '').replace('.', '') || 0), 0n),
  )
  expect(debits).toBe(credits)
})

test('the same period gives the same bytes, and the trail says what was taken', async () => {
  for (const { name } of LAYOUTS_INITIAL.filter(({ use }) => use === 'journal')) {
    const [first, second] = [await file(name), await file(name)]
    expect(first.bytes.equals(second.bytes), name).toBe(true)
  }
  const { rows } = await testApp.as('auditor').ok('auditList', { action: 'journalFile' })
  expect(rows[0]).toMatchObject({ subjectType: 'export' })
})

test('totals stand above and below the lines, in files of fixed widths too', async () => {
  const wide = (width: number, fill: 'after' | 'before' | 'zeros' = 'after') => ({ width, fill, text: '' })
  const { text } = await preview({
    ...layout('Every entry'),
    format: 'fixed',
    firstRow: 'none',
    dates: 'YYYYMMDD',
    amounts: 'kobo',
    encoding: 'ascii',
    header: [{ heading: '', content: 'fixed', width: 3, fill: 'after', text: 'HDR' }],
    columns: [
      { heading: '', content: 'date', ...wide(8) },
      { heading: '', content: 'houseCode', ...wide(6) },
      { heading: '', content: 'signedAmount', ...wide(10, 'zeros') },
      { heading: '', content: 'details', ...wide(22) },
    ],
    trailer: [
      { heading: '', content: 'lines', ...wide(4, 'before') },
      { heading: '', content: 'debits', ...wide(9, 'zeros') },
      { heading: '', content: 'credits', ...wide(9, 'zeros') },
    ],
  })
  const [header, first, second, third, ...rest] = text.split('\n')
  const day = daysAgo(FIRST).replaceAll('-', '')
  expect(header).toBe('HDR')
  expect(first).toBe(`${day}1200  0000900000Correction: =cmd|calc `)
  expect(second).toBe(`${day}0400  -000900000Correction: =cmd|calc `)
  // cut at the width, by letters that the encoding has
  expect(third).toBe(`${day}1200  0000050000Correction: Aduke "pai`)
  expect(rest.at(-2)).toBe('   6000970000000970000')
})

test('a code or an amount that is too long is never cut', async () => {
  const narrow = {
    ...layout('Every entry'),
    columns: layout('Every entry').columns.map(each =>
      each.content === 'debit' ? { ...each, width: 4 } : each,
    ),
  }
  const refusal = await testApp
    .as('auditor')
    .refused('journalFilePreview', { layout: narrow, ...period() }, 'layout.too_long')
  expect(JSON.stringify(refusal)).toContain(
    'Line 1: “9000.00” has more than the 4 characters of the column Debit (NGN)',
  )
})

test('a layout is changed by two people, and a file is made by the layout in force', async () => {
  const changed = LAYOUTS_INITIAL.map(each =>
    each.name === 'Every entry' ? { ...each, separator: 'semicolon' as const } : each,
  )
  const { approvalId } = await testApp.as('admin').ok('settingChange', {
    section: 'layouts',
    value: { layouts: changed },
    effectiveOn: today(),
    reason: 'The accountant imports with semicolons',
    basedOn: 0,
  })
  expect(approvalId).not.toBeNull()
  expect(table((await file('Every entry')).bytes)[0]).toHaveLength(9)
  await testApp.as('authorizer').approve(approvalId)
  expect(table((await file('Every entry')).bytes, ';')[0]).toHaveLength(9)
})

test.each([
  ['no column for the account', { columns: [] }, 'layouts.0.columns'],
  ['a column that belongs to totals', { columns: [['debits']] }, 'layouts.0.columns.0.content'],
  ['no side of the amount', { columns: [['date'], ['houseCode'], ['amount']] }, 'layouts.0.columns'],
  [
    'fixed widths without a width',
    { format: 'fixed', columns: [['date'], ['houseCode'], ['signedAmount']] },
    'layouts.0.columns.0.width',
  ],
])('%s is refused at its field', async (_, { columns, ...rest }, field) => {
  const given = {
    ...layout('Sage 50 audit trail'),
    ...rest,
    columns: columns.map(([content = 'date']) => ({
      heading: 'x',
      content,
      text: '',
      width: 0,
      fill: 'after',
    })),
  }
  const refusal = await testApp.as('admin').refused(
    'settingChange',
    {
      section: 'layouts',
      value: { layouts: [given, ...LAYOUTS_INITIAL.slice(1)] },
      effectiveOn: today(),
      reason: 'Try it',
      basedOn: 1,
    },
    'input.invalid',
  )
  expect(Object.keys((refusal as { fields: object }).fields)).toContain(field)
})

test('a name twice, an unknown layout, a period turned round and a role without access are refused', async () => {
  const twice = [...LAYOUTS_INITIAL, { ...layout('Every entry'), name: 'every ENTRY' }]
  await testApp
    .as('admin')
    .refused(
      'settingChange',
      { section: 'layouts', value: { layouts: twice }, effectiveOn: today(), reason: 'Try it', basedOn: 1 },
      'input.invalid',
    )
  await testApp.as('auditor').refused('journalFile', { layout: 'None', ...period() }, 'layout.unknown')
  const { from, to } = period()
  await testApp
    .as('auditor')
    .refused('journalFile', { layout: 'Every entry', from: to, to: from }, 'input.invalid')
  await testApp
    .as('auditor')
    .refused(
      'settingChange',
      { section: 'layouts', value: { layouts: [] }, effectiveOn: today(), reason: 'No', basedOn: 1 },
      'permission.missing',
    )
})
