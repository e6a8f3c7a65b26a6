import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '../proof/vectors/retirement-vectors.json' with { type: 'json' }
import { addMonths, fromDayNumber, localDate } from './dates.ts'
import { CIVIL_SERVICE, retirementOf, TEACHERS } from './retirement.ts'

test.each(vectors)('born $dateOfBirth, hired $dateOfFirstAppointment → $retirement', vector => {
  const { dateOfBirth, dateOfFirstAppointment, asOf, teacher, ...expected } = vector
  const career = {
    dateOfBirth: localDate(dateOfBirth),
    dateOfFirstAppointment: localDate(dateOfFirstAppointment),
  }
  expect(retirementOf(career, localDate(asOf), teacher ? TEACHERS : CIVIL_SERVICE)).toEqual(expected)
})

const career = (dateOfBirth: string, dateOfFirstAppointment: string) => ({
  dateOfBirth: localDate(dateOfBirth),
  dateOfFirstAppointment: localDate(dateOfFirstAppointment),
})

describe('edges', () => {
  test.each([
    // born, hired, as of, retirement, months left, flag
    ['1960-01-01', '1985-01-01', '2026-11-15', '2020-01-01', 0, null], // long retired
    ['1966-11-16', '1993-01-01', '2026-11-15', '2026-11-16', 0, null], // tomorrow
    ['1966-12-15', '1993-01-01', '2026-11-15', '2026-12-15', 1, null], // a month to the day
    ['1980-05-14', '1998-05-14', '2026-11-15', '2033-05-14', 77, null], // hired on the 18th birthday
    ['1980-05-14', '1998-05-13', '2026-11-15', '2033-05-13', 77, 'hired under 18: check the file'],
    ['1980-05-14', '1979-01-01', '2026-11-15', '2014-01-01', 0, 'hired under 18: check the file'],
    ['1980-05-14', '2027-01-01', '2026-11-15', '2040-05-14', 161, 'hired in the future: check the file'],
    ['9999-12-31', '9999-12-31', '2026-11-15', '9999-12-31', 95_677, 'hired in the future: check the file'],
  ])('born %s, hired %s, on %s: %s, %i months', (born, hired, asOf, retirement, monthsLeft, flag) => {
    expect(retirementOf(career(born, hired), localDate(asOf))).toMatchObject({ retirement, monthsLeft, flag })
  })

  test('born on 29 February, 65 falls on the 28th', () => {
    expect(retirementOf(career('1968-02-29', '2000-01-01'), localDate('2026-11-15'), TEACHERS)).toMatchObject(
      {
        byAge: '2033-02-28',
      },
    )
  })
})

test('the last whole month never passes the day of retirement', () => {
  const day = (from: number, to: number) => fc.integer({ min: from, max: to }).map(fromDayNumber)
  fc.assert(
    fc.property(day(-7000, 10_000), day(0, 20_000), day(15_000, 22_000), (born, hired, asOf) => {
      const { retirement, monthsLeft } = retirementOf(
        { dateOfBirth: born, dateOfFirstAppointment: hired },
        asOf,
      )
      if (retirement <= asOf) expect(monthsLeft).toBe(0)
      else {
        expect(addMonths(asOf, monthsLeft) <= retirement).toBe(true)
        expect(addMonths(asOf, monthsLeft + 1) > retirement).toBe(true)
      }
    }),
  )
})
