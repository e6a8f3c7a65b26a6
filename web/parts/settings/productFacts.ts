import type { z } from 'zod/mini'
import type { product } from '../../../contract/products.ts'
import { RHYTHM_WORDS } from '../../../contract/trail.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import type { ProductTerms, RepaymentFrequency } from '../../../engine/product.ts'
import { percentText } from '../figures.ts'
import * as words from './productWords.ts'

export type Product = z.output<typeof product>
type Described = { code: string; name: string; description: string; terms: ProductTerms }

/** Labelled terms of a product, also used to compare two versions. */
export function productFacts({ code, name, description, terms }: Described): Map<string, string> {
  const { frequency, penalty, moratorium } = terms
  const unit = words.TENOR_UNIT[frequency.rhythm]
  return new Map([
    ['Name', name],
    ['Code', code],
    ['Description', description],
    ['Rate', `${percentText(terms.ratePpm)}% ${words.RATE_PER[terms.ratePer]}`],
    ['Interest', words.INTEREST[terms.interest]],
    ['Interest calculated on', words.INTEREST_BASIS[terms.interestBasis ?? 'schedule']],
    ['Repayment', words.REPAYMENT[terms.repayment]],
    ['Day count', words.ACCRUAL[terms.accrual]],
    ['First period interest', words.FIRST_PERIOD[terms.firstPeriod ?? 'whole']],
    ['Frequency', frequencyText(frequency)],
    ['Instalment on a weekend', words.WEEKEND[terms.weekend ?? 'unmoved']],
    ['Last instalment', words.LAST_INSTALMENT[terms.lastInstalment ?? 'takes-rest']],
    ['Amount', `${formatNaira(terms.leastAmount)} to ${formatNaira(terms.mostAmount)}`],
    ['Tenor', `${terms.leastTenor} to ${terms.mostTenor} ${unit}`],
    ['Fees', terms.fees.map(feeText).join('\n') || 'None'],
    ['Penalty', penalty ? penaltyText(penalty) : 'None'],
    ['Moratorium', moratoriumText(moratorium)],
    ['Allocation order', terms.allocation.order.map(part => words.COMPONENTS[part]).join(', ')],
    ['Overpayment', words.BEYOND_DUE[terms.allocation.beyondDue]],
    ['Early repayment', words.PREPAYMENT[terms.prepayment]],
    [
      'Round instalments to',
      terms.interest === 'reducing' && terms.repayment === 'equal-principal'
        ? 'Not applicable (instalments differ)'
        : `${formatNaira(terms.roundingUnit)}, ${words.ROUNDING[terms.rounding].toLowerCase()}`,
    ],
    ['Maximum share of net pay', `${percentText(terms.shareOfPayPpm)}%`],
    ['Cut-off day', `Day ${terms.cutOffDay} of the month`],
  ])
}

const frequencyText = ({ name, rhythm, anchorDay, firstDue }: RepaymentFrequency): string =>
  [
    name,
    RHYTHM_WORDS[rhythm].toLowerCase(),
    ...(anchorDay ? [anchorDay === 31 ? 'on the last day' : `on day ${anchorDay}`] : []),
    words.FIRST_DUE[firstDue].toLowerCase(),
  ].join(' · ')

const FEE_OF: Record<NonNullable<ProductTerms['fees'][number]['of']>, string> = {
  principal: '',
  interest: ' of the interest',
  'principal-and-interest': ' of amount and interest',
}

const feeText = (fee: ProductTerms['fees'][number]): string =>
  `${fee.name}: ${fee.flat === null ? `${percentText(fee.sharePpm)}%${FEE_OF[fee.of ?? 'principal']}` : formatNaira(fee.flat)}, ${words.COLLECTED[
    fee.collected
  ].toLowerCase()}${fee.goesTo === 'insurer' ? ', payable to the insurer' : ''}${
    fee.vatPpm ? `, including ${percentText(fee.vatPpm)}% VAT` : ''
  }`

const penaltyText = (penalty: NonNullable<ProductTerms['penalty']>): string =>
  `${percentText(penalty.sharePpm)}% of ${words.PENALTY_OF[penalty.of]}, ${words.PENALTY_EACH[penalty.each]}, after ${countOf(penalty.graceDays, 'day')}${penalty.capPpm === null ? '' : `, at most ${percentText(penalty.capPpm)}% of the instalment`}`

const moratoriumText = ({ principalRows, interestRows, interestIs }: ProductTerms['moratorium']): string =>
  principalRows + interestRows === 0
    ? 'None'
    : `${countOf(principalRows, 'instalment')} without principal, ${interestRows} without interest (${words.INTEREST_IS[
        interestIs
      ].toLowerCase()})`
