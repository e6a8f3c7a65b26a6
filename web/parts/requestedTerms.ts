import { tenorText } from '../../contract/products.ts'
import { formatNaira, type Kobo, parseNaira } from '../../engine/money.ts'
import { type ProductTerms, validateTerms } from '../../engine/product.ts'
import { nairaText } from './figures.ts'

/** An amount and a tenor as somebody types them. */
export type TypedWish = { amount: string; tenor: string }

/** NaN for whatever is not plain digits: half a month must not become none. */
export const wholeNumber = (typed: string): number =>
  /^\d{1,4}$/.test(typed.trim()) ? Number.parseInt(typed, 10) : Number.NaN

export const typedWish = ({ amount, tenor }: { amount: Kobo; tenor: number }): TypedWish => ({
  amount: nairaText(amount),
  tenor: String(tenor),
})

/** What the product does not allow, beside the field that can mend it. */
export function wishProblems(product: ProductTerms, typed: TypedWish): Partial<TypedWish> {
  const amount = parseNaira(typed.amount)
  const tenor = wholeNumber(typed.tenor)
  if (amount === undefined) return { amount: 'An amount in naira, such as 250,000' }
  if (Number.isNaN(tenor)) return { tenor: 'A whole number' }
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
        amount: `Too small for instalments in steps of ${formatNaira(product.roundingUnit)}. Choose a larger amount or a shorter tenor`,
      }
    default:
      return {}
  }
}

/** What was typed as the engine takes it; undefined while the product would not lend it. */
export function readWish(
  product: ProductTerms,
  typed: TypedWish,
): { amount: Kobo; tenor: number } | undefined {
  const amount = parseNaira(typed.amount)
  if (amount === undefined || Object.keys(wishProblems(product, typed)).length > 0) return undefined
  return { amount, tenor: wholeNumber(typed.tenor) }
}

/** As it travels; what is no amount is sent as nothing, which the contract refuses. */
export const koboDigits = (typed: string): string => (parseNaira(typed) ?? 0n).toString()

/** "₦50,000.00 to ₦3,000,000.00". */
export const amountLimits = ({ leastAmount, mostAmount }: ProductTerms): string =>
  `${formatNaira(leastAmount)} to ${formatNaira(mostAmount)}`

export const tenorLimits = ({ leastTenor, mostTenor, frequency }: ProductTerms): string =>
  `${leastTenor} to ${tenorText(mostTenor, frequency.rhythm)}`
