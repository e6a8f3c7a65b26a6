import { divide, type Kobo, kobo, type Rounding, ZERO } from './money.ts'
import type { Fee, PassedOn } from './terms.ts'

export const ALL_OURS: PassedOn = { insurer: ZERO, vat: ZERO }

/** The borrower pays the fee and no more, so that VAT is the part r / (1 + r) of it. */
export function passedOnOf(
  { goesTo, vatPpm = 0n, passedOn }: Fee,
  amount: Kobo,
  rounding: Rounding,
): PassedOn {
  if (passedOn) return passedOn
  const vat = kobo(divide(amount * vatPpm, 1_000_000n + vatPpm, rounding))
  return { vat, insurer: goesTo === 'insurer' ? kobo(amount - vat) : ZERO }
}

/**
 * What is passed on when so much of the whole is reached. VAT, premium and what is ours never shrink while it grows, and are
 * exact at the end.
 */
export function passedOnWithin(whole: PassedOn, of: bigint, reached: bigint): PassedOn {
  if (of === 0n) return ALL_OURS
  const vat = (reached * whole.vat) / of
  const [rest, restOf] = [reached - vat, of - whole.vat]
  return { vat: kobo(vat), insurer: restOf === 0n ? ZERO : kobo((rest * whole.insurer) / restOf) }
}

export const plus = (one: PassedOn, other: PassedOn): PassedOn => ({
  insurer: kobo(one.insurer + other.insurer),
  vat: kobo(one.vat + other.vat),
})

export const less = (one: PassedOn, other: PassedOn): PassedOn => ({
  insurer: kobo(one.insurer - other.insurer),
  vat: kobo(one.vat - other.vat),
})

/** The parts of amounts one after another, so that together they are those of the whole. */
export function passedOnByRow(whole: PassedOn, amounts: readonly bigint[]): PassedOn[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0n)
  let reached = 0n
  let before = ALL_OURS
  return amounts.map(amount => {
    reached += amount
    const now = passedOnWithin(whole, total, reached)
    const part = less(now, before)
    before = now
    return part
  })
}

export const isPassedOn = ({ insurer, vat }: PassedOn): boolean => insurer > 0n || vat > 0n
