/**
 * Schedules whose instalments, fees included, are round sums that add up to a round grand total. The exact
 * schedule is found first; then each row is rounded and the last takes what is left of the total.
 */

import { divide, type Kobo, kobo } from './money.ts'
import type { Fee, LoanTerms, Schedule, ScheduleRow } from './terms.ts'

/** Exact arithmetic stands in as kobo cut a million million times; the last three digits absorb its own rounding. */
const FINE = 1_000_000_000_000n
const GUARD = 1000n

export function completeTotal(terms: LoanTerms, build: (terms: LoanTerms) => Schedule): Schedule {
  const exact = build(finer(terms))
  const { rounding = 'half-up', unit = 1n, instalmentMultiple, instalmentRounding = rounding } = terms
  const settle = (amount: bigint): bigint => divide(amount, GUARD, 'half-up')
  const toUnit = (amount: bigint): Kobo =>
    kobo(divide(settle(amount), (FINE / GUARD) * unit, rounding) * unit)
  const multiple = instalmentMultiple ?? unit
  const toMultiple = (amount: bigint): Kobo =>
    kobo(divide(settle(amount), (FINE / GUARD) * multiple, instalmentRounding) * multiple)

  const financed = toUnit(exact.financed)
  const totals = {
    principal: financed,
    fees: toUnit(exact.totals.fees),
    total: toMultiple(exact.totals.total),
  }
  const rows: ScheduleRow[] = []
  const left = { principal: financed as bigint, fees: totals.fees as bigint, total: totals.total as bigint }
  for (const row of exact.rows) {
    const last = row.n === exact.rows.length
    const parts = last ? { ...left, interest: left.total - left.principal - left.fees } : rounded(row)
    if (parts.principal < 0n || parts.interest < 0n) {
      throw new RangeError(`instalments in multiples of ${multiple} kobo do not fit this loan`)
    }
    left.principal -= parts.principal
    left.fees -= parts.fees
    left.total -= parts.total
    rows.push({
      ...row,
      principal: kobo(parts.principal),
      interest: kobo(parts.interest),
      fees: kobo(parts.fees),
      total: kobo(parts.total),
      balance: kobo(left.principal),
    })
  }
  const upfrontFees = toUnit(exact.upfrontFees)
  return {
    rows,
    instalment: toMultiple(exact.instalment),
    rowFee: toUnit(exact.rowFee),
    recurringFee: toUnit(exact.recurringFee),
    financed,
    payout: kobo(terms.principal - upfrontFees),
    upfrontFees,
    totals: { ...totals, interest: kobo(totals.total - totals.principal - totals.fees) },
  }

  /** Equal principal keeps its principal and lets interest give way; level instalments the other way round. */
  function rounded(row: ScheduleRow) {
    const fees = toUnit(row.fees)
    if (row.principal === 0n) {
      const interest = toUnit(row.interest)
      return { principal: 0n, interest: interest as bigint, fees: fees as bigint, total: interest + fees }
    }
    const total = toMultiple(row.total)
    if (terms.repayment === 'equal-principal') {
      const principal = toUnit(row.principal)
      return { principal, interest: total - principal - fees, fees, total }
    }
    const interest = toUnit(row.interest)
    return { principal: total - interest - fees, interest, fees, total }
  }
}

function finer(terms: LoanTerms): LoanTerms {
  const {
    lastRow: _,
    unit: __,
    instalmentMultiple: ___,
    rounding: ____,
    instalmentRounding: _____,
    ...rest
  } = terms
  const cut = (amount: Kobo): Kobo => kobo(amount * FINE)
  return {
    ...rest,
    principal: cut(terms.principal),
    ...(terms.instalment === undefined ? {} : { instalment: cut(terms.instalment) }),
    ...(terms.fees === undefined ? {} : { fees: terms.fees.map(fee => finerFee(fee, cut)) }),
  }
}

const finerFee = (fee: Fee, cut: (amount: Kobo) => Kobo): Fee =>
  'flat' in fee.amount ? { ...fee, amount: { flat: cut(fee.amount.flat) } } : fee
