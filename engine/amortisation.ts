/**
 * How principal and interest divide over the rows, given what each row earns. The named choices are the
 * ones lenders differ on: where the rounding remainder goes, and how the level instalment is found.
 */

import type { Factors } from './accrual.ts'
import { divide, type Fraction, mostFrequent, type Rounding } from './money.ts'

export type Amortisation = {
  readonly principal: bigint
  readonly interest: 'flat' | 'reducing'
  readonly repayment: 'equal-instalments' | 'equal-principal'
  readonly factors: Factors
  /** Factors the level is computed from, where they differ from those that charge interest. */
  readonly levelFactors: Factors
  /** Interest of odd days on top of the first row's, as a part of the balance. */
  readonly oddDays: Fraction | undefined
  readonly principalGrace: number
  readonly rounding: Rounding
  readonly instalmentRounding: Rounding
  /** Every amount is a multiple of this. */
  readonly unit: bigint
  /** The level instalment is a multiple of this. */
  readonly instalmentMultiple: bigint | undefined
  readonly remainder: 'last-row' | 'first-row' | 'every-row'
  readonly levelling: 'rounded' | 'smallest-covering' | 'evened'
  readonly flatInterest: 'per-row' | 'redivided'
  readonly instalment: bigint | undefined
  readonly untilRepaid: boolean
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
  return part === 0n ? 0n : roundTo(balance * part, terms.factors.base, terms.unit, terms.rounding)
}

/** Interest of the first row's odd days, so that first row's sum is rounded once. */
function withOddDays(terms: Amortisation, balance: bigint, regular: bigint): bigint {
  const { oddDays, factors, unit, rounding } = terms
  if (!oddDays) return regular
  const part = (factors.parts[0] ?? 0n) * oddDays.denominator + oddDays.numerator * factors.base
  return roundTo(balance * part, factors.base * oddDays.denominator, unit, rounding)
}

const between = (low: bigint, value: bigint, high: bigint): bigint =>
  value < low ? low : value > high ? high : value

/** Principal parts before interest is known: divided evenly, the remainder where the terms put it. */
function evenPrincipal(terms: Amortisation, each: (row: number) => bigint): bigint[] {
  const { principalGrace, remainder, unit, rounding } = terms
  const rows = rowsOf(terms)
  const parts: bigint[] = []
  let left = terms.principal
  for (let row = 0; row < rows; row += 1) {
    const rowsLeft = BigInt(rows - Math.max(row, principalGrace))
    const wanted =
      row < principalGrace
        ? 0n
        : remainder === 'every-row'
          ? roundTo(left, rowsLeft, unit, rounding)
          : each(row)
    const part = row === rows - 1 ? left : between(0n, wanted, left)
    parts.push(part)
    left -= part
  }
  return remainder === 'first-row' ? lastToFirst(parts, principalGrace, each(rows - 1)) : parts
}

/** The last row keeps its even part; what it would have absorbed goes to the first row that repays. */
function lastToFirst(parts: bigint[], first: number, even: bigint): bigint[] {
  const last = parts.length - 1
  const difference = (parts[last] ?? 0n) - even
  const opening = (parts[first] ?? 0n) + difference
  if (first >= last || opening < 0n) return parts
  parts[first] = opening
  parts[last] = even
  return parts
}

function evenShare(terms: Amortisation): bigint {
  const rows = BigInt(rowsOf(terms) - terms.principalGrace)
  const { principal, instalmentMultiple, unit, rounding, instalmentRounding } = terms
  return instalmentMultiple === undefined
    ? roundTo(principal, rows, unit, rounding)
    : roundTo(principal, rows, instalmentMultiple, instalmentRounding)
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
    const regular = interestOf(terms, balance, row)
    interest.push(row === 0 ? withOddDays(terms, balance, regular) : regular)
    balance -= part
  }
  return { principal, interest, level: usualInstalment(principal, interest) }
}

function flat(terms: Amortisation): Columns {
  const interest = terms.flatInterest === 'redivided' ? redividedInterest(terms) : flatInterest(terms)
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
  const { principal, principalGrace, factors, instalmentRounding } = terms
  const rows = BigInt(rowsOf(terms) - principalGrace)
  const part = factors.parts[row] ?? 0n
  return roundTo(principal * (factors.base + part * rows), rows * factors.base, multiple, instalmentRounding)
}

function flatTotal(terms: Amortisation): bigint {
  const { factors, principal, unit, rounding } = terms
  const parts = factors.parts.reduce((sum, part) => sum + part, 0n)
  return roundTo(principal * parts, factors.base, unit, rounding)
}

/** Each row is rounded; the last row that bears interest makes the total exact. */
function flatInterest(terms: Amortisation): bigint[] {
  const rows = rowsOf(terms)
  const interest = terms.factors.parts.map((_, row) => interestOf(terms, terms.principal, row))
  const drift = flatTotal(terms) - interest.reduce((sum, part) => sum + part, 0n)
  const last = (interest[rows - 1] ?? 0n) + drift
  if (last >= 0n) interest[rows - 1] = last
  interest[0] = withOddDays(terms, terms.principal, interest[0] ?? 0n)
  return interest
}

/** The total interest is divided anew over the rows that are left, so that no row strays by more than a unit. */
function redividedInterest(terms: Amortisation): bigint[] {
  const { factors, unit, rounding } = terms
  let left = flatTotal(terms)
  let partsLeft = factors.parts.reduce((sum, part) => sum + part, 0n)
  const interest = factors.parts.map(part => {
    const share = partsLeft === 0n ? 0n : roundTo(left * part, partsLeft, unit, rounding)
    left -= share
    partsLeft -= part
    return share
  })
  if (terms.oddDays) {
    const even = interestOf(terms, terms.principal, 0)
    const first = (interest[0] ?? 0n) + withOddDays(terms, terms.principal, even) - even
    interest[0] = first < 0n ? 0n : first
  }
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
  const { principal, principalGrace, levelFactors, unit, instalmentMultiple, instalmentRounding } = terms
  const multiple = instalmentMultiple ?? unit
  const { base, parts, constant } = levelFactors
  const rows = parts.length - principalGrace
  if (constant === 0n) return roundTo(principal, BigInt(rows), multiple, instalmentRounding)
  if (constant !== undefined) {
    const power = BigInt(rows)
    const grown = (base + constant) ** power
    return roundLarge(
      principal * constant * grown,
      base * (grown - base ** power),
      multiple,
      instalmentRounding,
    )
  }
  const annuity = annuities({ base, parts: parts.slice(principalGrace) })[0]
  if (!annuity) throw new RangeError('no row left to repay the principal')
  return roundLarge(principal * annuity.denominator, annuity.numerator, multiple, instalmentRounding)
}

function equalInstalments(terms: Amortisation): Columns {
  if (terms.instalment !== undefined) return repayAtLevel(terms, terms.instalment)
  if (terms.remainder === 'every-row') return reannuitise(terms)
  const level = levelInstalment(terms)
  if (terms.remainder === 'first-row') return firstRowAbsorbs(terms, level)
  if (terms.levelling === 'rounded') return repayAtLevel(terms, level)
  return terms.levelling === 'evened' ? evenedLevel(terms, level) : smallestCovering(terms, level)
}

/** One level for all rows; the last clears what is left. */
function repayAtLevel(terms: Amortisation, level: bigint): Columns {
  const { principalGrace, untilRepaid } = terms
  const rows = rowsOf(terms)
  const principal: bigint[] = []
  const interest: bigint[] = []
  let balance = terms.principal
  for (let row = 0; row < rows; row += 1) {
    const earned = interestOf(terms, balance, row)
    const wanted = row < principalGrace ? 0n : between(0n, level - earned, balance)
    if (untilRepaid && row === rows - 1 && wanted < balance) {
      throw new RangeError(`the instalment does not repay the loan within ${rows} rows`)
    }
    const part = row === rows - 1 ? balance : wanted
    principal.push(part)
    interest.push(row === 0 ? withOddDays(terms, balance, earned) : earned)
    balance -= part
    if (untilRepaid && balance === 0n) break
  }
  return { principal, interest, level }
}

/** The level is found again each row from the rounded balance. */
function reannuitise(terms: Amortisation): Columns {
  const { principalGrace, unit, instalmentMultiple, instalmentRounding } = terms
  const left = annuities(terms.levelFactors)
  const rows = rowsOf(terms)
  const principal: bigint[] = []
  const interest: bigint[] = []
  let [balance, first] = [terms.principal, 0n]
  for (let row = 0; row < rows; row += 1) {
    const earned = interestOf(terms, balance, row)
    const annuity = left[row]
    let part = 0n
    if (row >= principalGrace && annuity) {
      const multiple = instalmentMultiple ?? unit
      const level = roundLarge(balance * annuity.denominator, annuity.numerator, multiple, instalmentRounding)
      if (row === principalGrace) first = level
      part = row === rows - 1 ? balance : between(0n, level - earned, balance)
    }
    principal.push(part)
    interest.push(row === 0 ? withOddDays(terms, balance, earned) : earned)
    balance -= part
  }
  return { principal, interest, level: first }
}

/** Every row pays the level on a balance left unadjusted; the first takes the difference to the principal. */
function firstRowAbsorbs(terms: Amortisation, level: bigint): Columns {
  const { principalGrace } = terms
  const rows = rowsOf(terms)
  const principal: bigint[] = []
  const interest: bigint[] = []
  let balance = terms.principal
  for (let row = 0; row < rows; row += 1) {
    const earned = interestOf(terms, balance, row)
    const part = row < principalGrace ? 0n : between(0n, level - earned, level)
    principal.push(part)
    interest.push(row === 0 ? withOddDays(terms, balance, earned) : earned)
    balance = balance > part ? balance - part : 0n
  }
  const repaid = principal.reduce((sum, part) => sum + part, 0n)
  const first = (principal[principalGrace] ?? 0n) + terms.principal - repaid
  if (first < 0n) return repayAtLevel(terms, level)
  principal[principalGrace] = first
  return { principal, interest, level }
}

const lastPayment = ({ principal, interest }: Columns): bigint =>
  (principal.at(-1) ?? 0n) + (interest.at(-1) ?? 0n)

/** A unit of level moves the last payment by at least a unit, so the search from the annuity is short. */
const LONGEST_SEARCH = 1000

/** The smallest level whose last payment is not higher than it. */
function smallestCovering(terms: Amortisation, annuity: bigint): Columns {
  const step = terms.instalmentMultiple ?? terms.unit
  const covers = (columns: Columns) => lastPayment(columns) <= columns.level
  let found = repayAtLevel(terms, annuity)
  for (let tries = 0; tries < LONGEST_SEARCH; tries += 1) {
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

/** The level whose last payment differs least from it. */
function evenedLevel(terms: Amortisation, annuity: bigint): Columns {
  const step = terms.instalmentMultiple ?? terms.unit
  const gap = (columns: Columns) => {
    const difference = lastPayment(columns) - columns.level
    return difference < 0n ? -difference : difference
  }
  let best = repayAtLevel(terms, annuity)
  for (const direction of [step, -step]) {
    for (let tries = 0; tries < LONGEST_SEARCH; tries += 1) {
      const next = repayAtLevel(terms, best.level + direction)
      if (next.level <= 0n || gap(next) >= gap(best)) break
      best = next
    }
  }
  return best
}
