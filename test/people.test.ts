import { expect, test } from 'vitest'
import { BANKS, STATES } from '../contract/nigeria.ts'
import { localDate } from '../engine/dates.ts'
import { checkNuban } from '../engine/nuban.ts'
import { parsePhone } from '../engine/phone.ts'
import { movingDayOf } from '../sample/lender.ts'
import { OWN_ACCOUNTS } from '../sample/payouts.ts'
import { personNamed } from '../sample/people.ts'
import { DEMO_STAFF } from '../sample/staff.ts'

const TODAY = localDate('2026-11-15')
const people = Array.from({ length: 1_990 }, (_, index) => personNamed(index + 1, TODAY))
const distinct = (of: (person: (typeof people)[number]) => string): number => new Set(people.map(of)).size

test('the sample lender’s customers live in every state and work for thirty employers or more', () => {
  expect(distinct(person => person.state)).toBe(STATES.length)
  expect(distinct(person => person.mda)).toBeGreaterThanOrEqual(30)
  expect(distinct(person => `${person.surname} ${person.firstName}`)).toBeGreaterThan(1_500)
})

test('the Admin who signs in looks after some of them', () => {
  const code = DEMO_STAFF.find(({ role }) => role === 'Admin')?.code
  const own = people.filter(person => person.accountOfficerCode === code)
  expect(own.length).toBeGreaterThan(50)
  expect(own.length).toBeLessThan(people.length / 6)
})

test('each is one person: no number stands twice, and every number could be', () => {
  for (const number of ['bvn', 'nin', 'ippisNumber'] as const)
    expect(
      distinct(person => person[number]),
      number,
    ).toBe(people.length)
  for (const person of people) {
    expect(parsePhone(person.phone)).toBe(person.phone)
    expect(checkNuban(person.bankCode, person.accountNumber)).toBe('ok')
    expect(person.firstAppointmentOn > person.dateOfBirth).toBe(true)
  }
  expect(personNamed(412, TODAY)).toEqual(people[411])
})

test.each([
  ['2026-11-15', '2026-10-26'],
  ['2026-11-25', '2026-10-26'],
  ['2026-11-26', '2026-11-26'],
  ['2027-01-01', '2026-12-26'],
])('on %s the older books were moved on %s, the day after the last pay day', (today, moved) => {
  expect(movingDayOf(localDate(today))).toBe(moved)
})

test('the lender pays from two bank accounts of its own, each with a valid number', () => {
  const checked = OWN_ACCOUNTS.map(({ name }) => {
    const bank = BANKS.find(each => name.startsWith(each.Name))
    return checkNuban(bank?.Code ?? '', /\d{10}/.exec(name)?.[0] ?? '')
  })
  expect(checked).toEqual(['ok', 'ok'])
})
