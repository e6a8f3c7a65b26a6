import { describe, expect, test } from 'vitest'
import { changesBetween, type Json, valueText, wordsOf } from './changes.ts'

const summary = (before: Json | null, after: Json | null): string[] =>
  changesBetween(before, after).map(
    ({ path, kind, before: old, after: now }) =>
      `${path} ${kind}: ${valueText(old, path)} → ${valueText(now, path)}`,
  )

describe('what an act did to a record', () => {
  test.each<[string, Json | null, Json | null, string[]]>([
    ['nothing is known', null, null, []],
    ['a record appears', null, { status: 'waiting' }, ['status added: none → waiting']],
    ['a record goes', { code: 'LAG-7' }, null, ['code removed: LAG-7 → none']],
    [
      'what changed stands first',
      { name: 'Ngozi', roles: ['Admin'] },
      { name: 'Ngozi', roles: ['Admin', 'Editor'] },
      ['roles changed: Admin → Admin, Editor', 'name same: Ngozi → Ngozi'],
    ],
    [
      'the inside of a record is compared',
      { bank: { code: '058', account: '…789' } },
      { bank: { code: '044', account: '…789' } },
      ['bank.code changed: 058 → 044', 'bank.account same: …789 → …789'],
    ],
    [
      'the order of keys says nothing',
      { a: [{ x: 1, y: 2 }] },
      { a: [{ y: 2, x: 1 }] },
      ['a same: {"x":1,"y":2} → {"y":2,"x":1}'],
    ],
    ['null is a value', { code: null }, { code: 'ABJ-2' }, ['code changed: none → ABJ-2']],
    ['a bare value', 'waiting', 'active', [' changed: waiting → active']],
    ['money in kobo', { terms: { amount: '50000000' } }, null, ['terms.amount removed: ₦500,000.00 → none']],
    ['digits that are no money', { account: '0123456785' }, null, ['account removed: 0123456785 → none']],
    ['a day', { due: '2026-12-25' }, { due: '2026-11-25' }, ['due changed: 25 Dec 2026 → 25 Nov 2026']],
    ['yes and no', { enrolled: false }, { enrolled: true }, ['enrolled changed: No → Yes']],
  ])('%s', (_, before, after, expected) => {
    expect(summary(before, after)).toEqual(expected)
  })
})

test.each([
  ['accountOfficerCode', 'Account officer code'],
  ['bank.accountNumber', 'Bank › Account number'],
  ['signed_up_at', 'Signed up at'],
  ['userRolesChange', 'User roles change'],
  ['netPayOut', 'Net pay-out'],
])('%s reads "%s"', (path, words) => {
  expect(wordsOf(path)).toBe(words)
})
