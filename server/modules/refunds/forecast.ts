import type { Api } from '../../../contract/api.ts'
import { kobo } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, readCursor } from '../../kernel/cursor.ts'
import { exportOf } from '../../kernel/export.ts'
import { sheetNaira } from '../../kernel/sheet.ts'
import { sourceNames } from '../settings/settings.ts'
import * as store from './forecast.sql.ts'

/** Over-deductions to expect: what the payroll offices were instructed to deduct, beyond what the loans still owe. */

export const forecast: Handler<Api['refundForecast']> = async (ctx, { cursor, limit, ...filter }) => {
  const after = readCursor(ctx.keys, 'refundForecast', filter, cursor)?.[0] ?? ''
  const found = await store.overDeductions(ctx.tx, ctx.today, filter.loanId ?? null, after, limit + 1)
  const { rows, last } = cutPage(found, limit)
  const names = await sourceNames(ctx)
  const { total, amount } = await store.sumOverDeductions(ctx.tx, ctx.today, filter.loanId ?? null)
  return {
    rows: rows.map(row => ({
      loanId: row.loan_id,
      loanNumber: row.loan_number,
      customerId: row.customer_id,
      customerName: row.customer_name,
      officerCode: row.officer_code,
      officerName: row.officer_name,
      sourceName: names.get(row.source) ?? row.source,
      isRepaid: row.is_repaid,
      owed: kobo(row.owed),
      instalment: kobo(row.instalment),
      months: row.months,
      expected: kobo(row.expected),
      over: kobo(row.over),
    })),
    total,
    totalIsExact: true,
    amount: kobo(amount),
    next: last ? makeCursor(ctx.keys, 'refundForecast', filter, [last.loan_number]) : null,
  }
}

export async function sumForecast(ctx: Pick<Context, 'tx' | 'today'>) {
  const { total, amount } = await store.sumOverDeductions(ctx.tx, ctx.today, null)
  return { total, amount: kobo(amount) }
}

export const exportForecast = exportOf(forecast, {
  what: 'over-deductions to expect',
  name: 'over-deductions',
  columns: [
    ['Loan number', row => row.loanNumber],
    ['Customer', row => row.customerName],
    ['Payroll source', row => row.sourceName],
    ['Repaid', row => (row.isRepaid ? 'Yes' : 'No')],
    ['Outstanding (NGN)', row => sheetNaira(row.owed)],
    ['Months in flight', row => row.months.join('; ')],
    ['Deductions to come (NGN)', row => sheetNaira(row.expected)],
    ['Over-deduction (NGN)', row => sheetNaira(row.over)],
    ['Account officer', row => row.officerCode],
  ],
})
