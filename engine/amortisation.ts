/** How principal and interest divide over the rows, given what each row earns. The last row takes what rounding leaves. */

import type { Factors } from './accrual.ts'
import { divide, type Fraction, mostFrequent, type Rounding } from './money.ts'

export type Amortisation = {
  readonly principal: bigint
  readonly interest: 'flat' | 'reducing'
  readonly repayment: 'equal-instalments' | 'equal-principal'
  readonly factors: Factors
  readonly principalGrace: number
  readonly rounding: Rounding
  /** The level instalment is a multiple of this. */
  readonly instalmentMultiple: bigint | undefined
  readonly levelling: 'rounded' | 'smallest-covering'
  readonly instalment: bigint | undefined
}

/** Parallel columns, one entry a row. */
export type Columns = { readonly principal: bigint[]; readonly interest: bigint[]; readonly level: bigint }

export function amortise(terms: Amortisation): Columns {
  if (terms.interest === 'flat') return flat(terms)
  return terms.repayment === 'equal-principal' ? equalPrincipal(terms) : equalInstalments(terms)
}

const roundTo = (numerator: bigint, denominator: bigint, unit: bigint, rounding: Rounding): bigint =>
  unit === 1n
    ? divide(numerator, denominator, rounding)
    : divide(numerator, denominator * unit, rounding) * unit

const rowsOf = (terms: Amortisation): number => terms.factors.parts.length

function interestOf(terms: Amortisation, balance: bigint, row: number): bigint {
  const part = terms.factors.parts[row] ?? 0n
  return part === 0n ? 0n : divide(balance * part, terms.factors.base, terms.rounding)
}

const between = (low: bigint, value: bigint, high: bigint): bigint =>
  value < low ? low : value > high ? high : value

/** Principal parts before interest is known; the last row clears the rest. */
function evenPrincipal(terms: Amortisation, each: (row: number) => bigint): bigint[] {
  const rows = rowsOf(terms)
  const parts: bigint[] = []
  let left = terms.principal
  for (let row = 0; row < rows; row += 1) {
    const wanted = row < terms.principalGrace ? 0n : each(row)
    const part = row === rows - 1 ? left : between(0n, wanted, left)
    parts.push(part)
    left -= part
  }
  return parts
}

function evenShare(terms: Amortisation): bigint {
  const rows = BigInt(rowsOf(terms) - terms.principalGrace)
  return roundTo(terms.principal, rows, terms.instalmentMultiple ?? 1n, terms.rounding)
}

/** What most rows that repay principal ask for; a moratorium or an odd first period makes some of them differ. */
const usualInstalment = (principal: readonly bigint[], interest: readonly bigint[]): bigint =>
  mostFrequent(principal.flatMap((part, row) => (part > 0n ? [part + (interest[row] ?? 0n)] : [])))

function equalPrincipal(terms: Amortisation): Columns {
  const share = evenShare(terms)
  const principal = evenPrincipal(terms, () => share)
  const interest: bigint[] = []
  let balance = terms.principal
  for (const [row, part] of principal.entries()) {
    interest.push(interestOf(terms, balance, row))
    balance -= part
  }
  return { principal, interest, level: usualInstalment(principal, interest) }
}

function flat(terms: Amortisation): Columns {
  const interest = flatInterest(terms)
  const { instalment, instalmentMultiple } = terms
  const share = evenShare(terms)
  const each = (row: number): bigint => {
    if (instalment !== undefined) return instalment - (interest[row] ?? 0n)
    if (instalmentMultiple === undefined) return share
    return flatInstalment(terms, row, instalmentMultiple) - (interest[row] ?? 0n)
  }
  const principal = evenPrincipal(terms, each)
  return { principal, interest, level: instalment ?? usualInstalment(principal, interest) }
}

/** Principal and interest of a row that repays, brought to the multiple together. */
function flatInstalment(terms: Amortisation, row: number, multiple: bigint): bigint {
  const { principal, principalGrace, factors, rounding } = terms
  const rows = BigInt(rowsOf(terms) - principalGrace)
  const part = factors.parts[row] ?? 0n
  return roundTo(principal * (factors.base + part * rows), rows * factors.base, multiple, rounding)
}

function flatTotal(terms: Amortisation): bigint {
  const { factors, principal, rounding } = terms
  const parts = factors.parts.reduce((sum, part) => sum + part, 0n)
  return divide(principal * parts, factors.base, rounding)
}

/** Each row is rounded; the last row that bears interest makes the total exact. */
function flatInterest(terms: Amortisation): bigint[] {
  const rows = rowsOf(terms)
  const interest = terms.factors.parts.map((_, row) => interestOf(terms, terms.principal, row))
  const drift = flatTotal(terms) - interest.reduce((sum, part) => sum + part, 0n)
  const last = (interest[rows - 1] ?? 0n) + drift
  if (last >= 0n) interest[rows - 1] = last
  return interest
}

/** What one kobo of level instalment repays from each row to the end, as numerator and denominator. */
function annuities({ base, parts }: Factors): Fraction[] {
  const result = new Array<Fraction>(parts.length)
  let [numerator, denominator] = [0n, 1n]
  for (let row = parts.length - 1; row >= 0; row -= 1) {
    numerator = base * (numerator + denominator)
    denominator *= base + (parts[row] ?? 0n)
    result[row] = { numerator, denominator }
  }
  return result
}

/**
 * As `roundTo`, for operands of hundreds of digits. They are brought down to quarters first, since a quarter
 * tells below, at and above the half apart: `divide` then only ever sees machine words, and the engine that
 * compiles it keeps it several times as fast for every row after.
 */
function roundLarge(numerator: bigint, denominator: bigint, unit: bigint, rounding: Rounding): bigint {
  const divisor = denominator * unit
  const quotient = numerator / divisor
  const remainder = numerator - quotient * divisor
  const twice = remainder + remainder
  const quarter = remainder === 0n ? 0n : twice < divisor ? 1n : twice === divisor ? 2n : 3n
  return divide(quotient * 4n + quarter, 4n, rounding) * unit
}

/** Exact: the principal over the sum of discount factors of the rows that repay it. */
function levelInstalment(terms: Amortisation): bigint {
  const { principal, principalGrace, factors, instalmentMultiple: multiple = 1n, rounding } = terms
  const { base, parts, constant } = factors
  const rows = parts.length - principalGrace
  if (constant === 0n) return roundTo(principal, BigInt(rows), multiple, rounding)
  if (constant !== undefined) {
    const power = BigInt(rows)
    const grown = (base + constant) ** power
    return roundLarge(principal * constant * grown, base * (grown - base ** power), multiple, rounding)
  }
  const annuity = annuities({ base, parts: parts.slice(principalGrace) })[0]
  if (!annuity) throw new RangeError('no row left to repay the principal')
  return roundLarge(principal * annuity.denominator, annuity.numerator, multiple, rounding)
}

function equalInstalments(terms: Amortisation): Columns {
  if (terms.instalment !== undefined) return repayAtLevel(terms, terms.instalment)
  const level = levelInstalment(terms)
  return terms.levelling === 'rounded' ? repayAtLevel(terms, level) : smallestCovering(terms, level)
}

/** One level for all rows; the last clears what is left. */
function repayAtLevel(terms: Amortisation, level: bigint): Columns {
  const rows = rowsOf(terms)
  const principal: bigint[] = []
  const interest: bigint[] = []
  let balance = terms.principal
  for (let row = 0; row < rows; row += 1) {
    const earned = interestOf(terms, balance, row)
    const wanted = row < terms.principalGrace ? 0n : between(0n, level - earned, balance)
    const part = row === rows - 1 ? balance : wanted
    principal.push(part)
    interest.push(earned)
    balance -= part
  }
  return { principal, interest, level }
}

const lastPayment = ({ principal, interest }: Columns): bigint =>
  (principal.at(-1) ?? 0n) + (interest.at(-1) ?? 0n)

/** A unit of level moves the last payment by at least a unit, so the search from the annuity is short. */
const SEARCH_MAX_STEPS = 1000

/** The smallest level whose last payment is not higher than it. */
function smallestCovering(terms: Amortisation, annuity: bigint): Columns {
  const step = terms.instalmentMultiple ?? 1n
  const covers = (columns: Columns) => lastPayment(columns) <= columns.level
  let found = repayAtLevel(terms, annuity)
  for (let tries = 0; tries < SEARCH_MAX_STEPS; tries += 1) {
    if (!covers(found)) {
      found = repayAtLevel(terms, found.level + step)
      continue
    }
    const smaller = repayAtLevel(terms, found.level - step)
    if (found.level <= step || !covers(smaller)) return found
    found = smaller
  }
  return found
}
