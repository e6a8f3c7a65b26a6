import { tenorText } from '../../contract/products.ts'
import { formatNaira, type Kobo, parseNaira } from '../../engine/money.ts'
import { type ProductTerms, validateTerms } from '../../engine/product.ts'
import { nairaText } from './figures.ts'

/** Amount and tenor as typed. */
export type TypedTerms = { amount: string; tenor: string }

/** NaN unless the text is plain digits, so that "6.5" is not read as 6. */
export const wholeNumber = (typed: string): number =>
  /^\d{1,4}$/.test(typed.trim()) ? Number.parseInt(typed, 10) : Number.NaN

export const typedTerms = ({ amount, tenor }: { amount: Kobo; tenor: number }): TypedTerms => ({
  amount: nairaText(amount),
  tenor: String(tenor),
})

/** Errors of amount and tenor against the limits of the product, by field. */
export function termsErrors(product: ProductTerms, typed: TypedTerms): Partial<TypedTerms> {
  const amount = parseNaira(typed.amount)
  const tenor = wholeNumber(typed.tenor)
  if (amount === undefined) return { amount: 'Enter an amount in naira, such as 250,000' }
  if (Number.isNaN(tenor)) return { tenor: 'Enter a whole number' }
  const { rhythm } = product.frequency
  switch (validateTerms(product, { amount, tenor })) {
    case 'amount-too-small':
      return { amount: `At least ${formatNaira(product.leastAmount)} for this product` }
    case 'amount-too-large':
      return { amount: `At most ${formatNaira(product.mostAmount)} for this product` }
    case 'not-whole-naira':
      return { amount: 'Whole naira only' }
    case 'tenor-too-short':
      return { tenor: `At least ${tenorText(product.leastTenor, rhythm)} for this product` }
    case 'tenor-too-long':
      return { tenor: `At most ${tenorText(product.mostTenor, rhythm)} for this product` }
    case 'instalments-too-small-for-their-step':
      return {
        amount: `Too small: instalments are rounded to ${formatNaira(product.roundingUnit)}. Enter a larger amount or a shorter tenor`,
      }
    default:
      return {}
  }
}

/** The typed terms for the engine; undefined while the product does not allow them. */
export function parseTerms(
  product: ProductTerms,
  typed: TypedTerms,
): { amount: Kobo; tenor: number } | undefined {
  const amount = parseNaira(typed.amount)
  if (amount === undefined || Object.keys(termsErrors(product, typed)).length > 0) return undefined
  return { amount, tenor: wholeNumber(typed.tenor) }
}

/** Kobo digits for the API. An invalid amount becomes 0, which the contract rejects. */
export const koboDigits = (typed: string): string => (parseNaira(typed) ?? 0n).toString()

/** "₦50,000.00 to ₦3,000,000.00". */
export const amountLimits = ({ leastAmount, mostAmount }: ProductTerms): string =>
  `${formatNaira(leastAmount)} to ${formatNaira(mostAmount)}`

export const tenorLimits = ({ leastTenor, mostTenor, frequency }: ProductTerms): string =>
  `${leastTenor} to ${tenorText(mostTenor, frequency.rhythm)}`
