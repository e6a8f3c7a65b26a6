import { expect, test } from 'vitest'
import { opensWith } from '../../parts/viewQuery.ts'
import {
  changeText,
  chartSpan,
  EXCEPTION_WORDS,
  partRows,
  rowsAt,
  rowsOf,
  standingRows,
  vintageRows,
  withWayBack,
} from './dashboardWords.ts'

const NOW = { frozen: null, to: '2026-11', rowsSince: '2026-05' }
const AUGUST = { ...NOW, to: '2026-08', frozen: { on: '2026-08-31', at: '2026-08-31T23:05:00.000Z' } }

test.each([
  ['today', NOW, '/?cut=state&key=Yobe'],
  ['a month-end', AUGUST, '/?cut=state&key=Yobe&asOf=2026-08'],
  ['one frozen before rows were kept', { ...AUGUST, rowsSince: '2026-09' }, undefined],
  ['one where none were ever kept', { ...AUGUST, rowsSince: null }, undefined],
])('a figure of %s opens its rows', (_, portfolio, to) => {
  expect(standingRows(portfolio, 'state', 'Yobe')).toBe(to)
})

test.each([
  ['so many months later, as it stood then', NOW, 2, '/?cut=vintageLate&key=2026-04&asOf=2026-06'],
  ['in the running month, as it stands', NOW, 7, '/?cut=vintageLate&key=2026-04'],
  ['at the end of the period', AUGUST, 4, '/?cut=vintageLate&key=2026-04&asOf=2026-08'],
  ['before rows were kept', NOW, 0, undefined],
])('a vintage opens what was late %s', (_, portfolio, since, to) => {
  expect(vintageRows(portfolio, '2026-04', since)).toBe(to)
})

test.each([
  ['today', NOW, 'last 12 months'],
  ['a month that is over', AUGUST, '12 months to Aug 2026'],
])('a chart says which months it shows, seen from %s', (_, portfolio, says) => {
  expect(chartSpan(portfolio)).toBe(says)
})

test.each([
  ['signUpsWaiting', '/users?status=waiting', '1 pending user'],
  ['claimsOpen', '/messaging?tab=inbound&status=open', '1 bank alert to confirm'],
] as const)('%s opens its records', (name, to, says) => {
  const exception = { name, count: 1, amount: null, since: null, batchId: null, source: null }
  expect([EXCEPTION_WORDS[name].to(exception), EXCEPTION_WORDS[name].title(1)]).toEqual([to, says])
})

test('a month looked back on opens its own rows', () => {
  expect(rowsAt(AUGUST, '2026-06', 'late', '30')).toBe('/?cut=late&key=30&asOf=2026-06')
})

test('only rows of the dashboard are told the way back', () => {
  const params = new URLSearchParams('from=2026-06&to=2026-11&map=par30&cursor=x')
  expect(withWayBack('/?cut=credit', params)).toBe(
    '/?cut=credit&back=from%3D2026-06%26to%3D2026-11%26map%3Dpar30',
  )
  expect(withWayBack('/accounts?view=all', params)).toBe('/accounts?view=all')
  expect(withWayBack('/?from=2026-06&employers=all', params)).toBe('/?from=2026-06&employers=all')
  expect(withWayBack('/?cut=credit', new URLSearchParams())).toBe('/?cut=credit&back=')
})

test.each([
  ['in one batch, its lines', rowsOf.payouts('b-1'), '/accounts?tab=payouts&batch=b-1&refused=true'],
  ['in several, the batches', rowsOf.payouts(null), '/accounts?tab=payouts&refused=true'],
])('pay-outs that are not in the books open %s', (_, to, opens) => {
  expect(to).toBe(opens)
})

test.each([
  ['in one batch, there', rowsOf.refusedRows('b-1'), '/repayment-tracker/b-1?status=refused'],
  ['in several, all of them together', rowsOf.refusedRows(null), '/repayment-tracker?tab=refused'],
])('repayment rows that the books refused open %s', (_, to, opens) => {
  expect(to).toBe(opens)
})

test.each([
  ['a queue', rowsOf.stage('reviewer'), []],
  ['suspense', rowsOf.suspense, []],
  ['signals', rowsOf.signals, []],
  ['who signed up', rowsOf.signUps, []],
  ['bank claims', rowsOf.claims, []],
  ['the lines of a batch', rowsOf.payouts('b-1'), ['batch']],
])('a figure opens exactly its rows, whatever the list usually opens with: %s', (_, to, owner) => {
  const params = new URLSearchParams(to.split('?')[1])
  const usual = new URLSearchParams({ status: 'retired', tab: params.get('tab') ?? '' })
  expect(opensWith(usual.toString(), params, owner)).toBe(false)
})

test('a class opens the loans that were counted in it, not those of a class of today', () => {
  expect(standingRows(NOW, 'class', 'Pass and watch')).toBe('/?cut=class&key=Pass+and+watch')
})

test.each([
  ['today', NOW, '/?cut=officer&key=AO-014&part=par1'],
  ['a month-end', AUGUST, '/?cut=officer&key=AO-014&asOf=2026-08&part=par1'],
  ['one frozen before rows were kept', { ...AUGUST, rowsSince: '2026-09' }, undefined],
])('the late loans of a kind are opened: of %s', (_, portfolio, to) => {
  expect(partRows(portfolio, 'officer', 'AO-014', 'par1')).toBe(to)
})

test('a month is compared in per cent, and in times where it is three times as much or more', () => {
  expect(changeText(1_250n, 1_000n)).toBe('25.0% more than')
  expect(changeText(876n, 1_000n)).toBe('12.4% less than')
  expect(changeText(1_000n, 1_000n)).toBe('as much as')
  expect(changeText(2_999n, 1_000n)).toBe('199.9% more than')
  expect(changeText(3_000n, 1_000n)).toBe('3.0 times as much as')
  expect(changeText(23_352n, 1_000n)).toBe('23.3 times as much as')
  expect(changeText(5n, 0n)).toBeUndefined()
})
