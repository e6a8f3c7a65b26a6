import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addMonths, type LocalDate, localDate } from '../../engine/dates.ts'
import { prove } from '../../server/app/prove.ts'
import { calculate } from '../../server/modules/closing/calculate.ts'
import { closeMonth, firstDayAfter, heldOn, independently, lastDayOf, liveTo } from '../../test/closing.ts'
import { expectStatements } from '../../test/financialStatements.ts'
import { createTestApp } from '../../test/testApp.ts'
import { walk } from './walk.ts'

const BOOKS = Number.parseInt(process.env.IROKO_CLOSING_BOOKS ?? '3', 10)
const MONTHS = 3

/** Each month, all of them, and the middle of the first to the middle of the last. */
function periodsOf(months: readonly string[]): (readonly [LocalDate, LocalDate])[] {
  const [first, last] = [months[0] ?? '', months.at(-1) ?? '']
  return [
    ...months.map(month => [localDate(`${month}-01`), lastDayOf(month)] as const),
    [localDate(`${first}-01`), lastDayOf(last)],
    [localDate(`${first}-15`), localDate(`${last}-15`)],
  ]
}

/** `IROKO_CLOSING_BOOKS=200` is the long form. Of one month as the loans were known when it ended, of others by folding; each beside the second calculation. */
test.each(Array.from({ length: BOOKS }, (_, book) => 41 + book))(
  'the month-end closes of a book of random acts agree with a second calculation, seed %i',
  async seed => {
    const testApp = await createTestApp({ staff: false })
    try {
      const { problems } = await walk(testApp.program, { acts: 40, loans: 8, seed, days: 70 })
      expect(problems).toEqual([])
      const { rows } = await sql<{ day: string }>`select max(day) as day from loan_daily_run`.execute(
        testApp.program.db,
      )
      const ended = (rows[0]?.day ?? '').slice(0, 7)
      const months = Array.from({ length: MONTHS }, (_, back) =>
        addMonths(localDate(`${ended}-01`), back + 1 - MONTHS).slice(0, 7),
      )
      await liveTo(testApp, firstDayAfter(ended))
      await calculate(testApp.program, localDate(`${ended}-01`))
      for (const month of months) {
        await closeMonth(testApp, month)
        const expected = await independently(testApp, month)
        expect({
          month,
          accrual: await heldOn(testApp, [1140], lastDayOf(month)),
          provision: -(await heldOn(testApp, [1190], lastDayOf(month))),
          suspended: -(await heldOn(testApp, [1150], lastDayOf(month))),
        }).toEqual({ month, ...expected })
      }
      await expectStatements(testApp, periodsOf(months))
      expect((await prove(testApp.program.db)).checks.flatMap(check => check.problems)).toEqual([])
    } finally {
      await testApp.close()
    }
  },
  120_000,
)
