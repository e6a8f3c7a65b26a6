import { z } from 'zod/mini'
import { productTerms } from '../../../contract/products.ts'
import { parseNaira } from '../../../engine/money.ts'
import type { ProductTerms, RepaymentFrequency } from '../../../engine/product.ts'
import { nairaText, parsePercent, percentText } from '../../parts/figures.ts'
import type { Product } from '../../parts/settings/productFacts.ts'
import type { Problems } from './draft.ts'

type WireTerms = z.input<typeof productTerms>

/** How a fee is calculated. */
export const FEE_HOW = ['share', 'interest', 'principal-and-interest', 'flat'] as const
export type FeeHow = (typeof FEE_HOW)[number]

export type FeeDraft = {
  key: number
  name: string
  collected: string
  how: FeeHow
  figure: string
  goesTo: string
  /** In percent; empty for none. */
  vat: string
}

/** A product while it is edited: figures as text, under the field names of the contract. */
export type ProductDraft = {
  code: string
  name: string
  description: string
  frequency: RepaymentFrequency | undefined
  fees: readonly FeeDraft[]
  hasPenalty: boolean
  order: ProductTerms['allocation']['order']
  /** By field name of the contract, for example `terms.ratePpm`. */
  typed: Readonly<Record<string, string>>
}

/** Default terms of a new product. */
const STARTING_TERMS: Readonly<Record<string, string>> = {
  'terms.interest': 'flat',
  'terms.repayment': 'equal-instalments',
  'terms.ratePpm': '',
  'terms.ratePer': 'month',
  'terms.accrual': 'nominal',
  'terms.interestBasis': 'schedule',
  'terms.firstPeriod': 'whole',
  'terms.weekend': 'unmoved',
  'terms.lastInstalment': 'takes-rest',
  'terms.leastAmount': '',
  'terms.mostAmount': '',
  'terms.leastTenor': '',
  'terms.mostTenor': '',
  'terms.penalty.sharePpm': '1',
  'terms.penalty.each': 'once',
  'terms.penalty.of': 'overdue-principal-and-interest',
  'terms.penalty.graceDays': '14',
  'terms.penalty.capPpm': '5',
  'terms.moratorium.principalRows': '0',
  'terms.moratorium.interestRows': '0',
  'terms.moratorium.interestIs': 'deferred',
  'terms.allocation.beyondDue': 'pay-ahead',
  'terms.roundingUnit': '0.01',
  'terms.rounding': 'half-up',
  'terms.prepayment': 'in-advance',
  'terms.shareOfPayPpm': '33.33',
  'terms.cutOffDay': '10',
}

export const newProductDraft = (frequency: RepaymentFrequency | undefined): ProductDraft => ({
  code: '',
  name: '',
  description: '',
  frequency,
  fees: [],
  hasPenalty: false,
  order: ['penalty', 'fee', 'interest', 'principal'],
  typed: STARTING_TERMS,
})

export function productDraftOf({ code, name, description, terms }: Product): ProductDraft {
  const { penalty, moratorium, allocation } = terms
  return {
    code,
    name,
    description,
    frequency: terms.frequency,
    fees: terms.fees.map((fee, key) => ({
      key,
      name: fee.name,
      collected: fee.collected,
      how: fee.flat !== null ? 'flat' : !fee.of || fee.of === 'principal' ? 'share' : fee.of,
      figure: fee.flat === null ? percentText(fee.sharePpm) : nairaText(fee.flat),
      goesTo: fee.goesTo ?? 'income',
      vat: fee.vatPpm ? percentText(fee.vatPpm) : '',
    })),
    hasPenalty: penalty !== null,
    order: allocation.order,
    typed: {
      ...STARTING_TERMS,
      'terms.interest': terms.interest,
      'terms.repayment': terms.repayment,
      'terms.ratePpm': percentText(terms.ratePpm),
      'terms.ratePer': terms.ratePer,
      'terms.accrual': terms.accrual,
      'terms.interestBasis': terms.interestBasis ?? 'schedule',
      'terms.firstPeriod': terms.firstPeriod ?? 'whole',
      'terms.weekend': terms.weekend ?? 'unmoved',
      'terms.lastInstalment': terms.lastInstalment ?? 'takes-rest',
      'terms.leastAmount': nairaText(terms.leastAmount),
      'terms.mostAmount': nairaText(terms.mostAmount),
      'terms.leastTenor': String(terms.leastTenor),
      'terms.mostTenor': String(terms.mostTenor),
      ...(penalty
        ? {
            'terms.penalty.sharePpm': percentText(penalty.sharePpm),
            'terms.penalty.each': penalty.each,
            'terms.penalty.of': penalty.of,
            'terms.penalty.graceDays': String(penalty.graceDays),
            'terms.penalty.capPpm': penalty.capPpm === null ? '' : percentText(penalty.capPpm),
          }
        : {}),
      'terms.moratorium.principalRows': String(moratorium.principalRows),
      'terms.moratorium.interestRows': String(moratorium.interestRows),
      'terms.moratorium.interestIs': moratorium.interestIs,
      'terms.allocation.beyondDue': allocation.beyondDue,
      'terms.roundingUnit': nairaText(terms.roundingUnit),
      'terms.rounding': terms.rounding,
      'terms.prepayment': terms.prepayment,
      'terms.shareOfPayPpm': percentText(terms.shareOfPayPpm),
      'terms.cutOffDay': String(terms.cutOffDay),
    },
  }
}

const { shape } = productTerms
const ofFee = shape.fees.def.element.shape
const ofPenalty = shape.penalty.def.innerType.shape

const text = z.string()
/** Schema of a saved draft, in the key order of `productDraftOf`, because drafts are compared as JSON. */
export const productDraftSchema: z.ZodMiniType<ProductDraft> = z.pipe(
  z.object({
    code: text,
    name: text,
    description: text,
    frequency: z.optional(shape.frequency),
    fees: z.array(
      z.object({
        key: z.number(),
        name: text,
        collected: text,
        how: z.enum(FEE_HOW),
        figure: text,
        // a draft of before the choice has neither
        goesTo: z._default(text, 'income'),
        vat: z._default(text, ''),
      }),
    ),
    hasPenalty: z.boolean(),
    order: shape.allocation.shape.order,
    typed: z.record(text, text),
  }),
  z.transform(draft => ({ ...draft, frequency: draft.frequency })),
)

const EMPTY = 'Please fill this in'

/** Parses typed values and collects errors. */
class Reader {
  readonly problems: Problems = {}
  constructor(readonly typed: Readonly<Record<string, string>>) {}

  text(path: string): string {
    // an older draft without this field gets the default
    return (this.typed[path] ?? STARTING_TERMS[path] ?? '').trim()
  }
  whole(path: string): number {
    const text = this.text(path)
    return /^\d{1,6}$/.test(text)
      ? Number.parseInt(text, 10)
      : this.fail(path, text, 'Enter a whole number', 0)
  }
  percent(path: string, text = this.text(path)): number {
    return parsePercent(text) ?? this.fail(path, text, 'Enter a percentage, for example 2.5', 0)
  }
  naira(path: string, text = this.text(path)): string {
    return parseNaira(text)?.toString() ?? this.fail(path, text, 'Enter an amount, for example 50,000', '0')
  }
  /** One of the values of the contract. */
  choice<T extends string>(path: string, known: readonly T[], text = this.text(path)): T {
    const [usual] = known
    if (usual === undefined) throw new Error(`${path} has nothing to choose from`)
    return known.find(each => each === text) ?? this.fail(path, text, 'Choose a value from the list', usual)
  }
  fail<T>(path: string, text: string, problem: string, instead: T): T {
    this.problems[path] = text === '' ? EMPTY : problem
    return instead
  }
}

/** The terms to send, and parse errors by field. */
export function termsOf(draft: ProductDraft): { terms: WireTerms; problems: Problems } {
  const read = new Reader(draft.typed)
  if (!draft.frequency) read.problems['terms.frequency'] = 'Choose a repayment frequency'
  const terms: WireTerms = {
    interest: read.choice('terms.interest', shape.interest.options),
    repayment: read.choice('terms.repayment', shape.repayment.options),
    ratePpm: read.percent('terms.ratePpm'),
    ratePer: read.choice('terms.ratePer', shape.ratePer.options),
    accrual: read.choice('terms.accrual', shape.accrual.options),
    interestBasis: read.choice('terms.interestBasis', shape.interestBasis.def.innerType.options),
    firstPeriod: read.choice('terms.firstPeriod', shape.firstPeriod.def.innerType.options),
    weekend: read.choice('terms.weekend', shape.weekend.def.innerType.options),
    lastInstalment: read.choice('terms.lastInstalment', shape.lastInstalment.def.innerType.options),
    frequency: draft.frequency ?? {
      code: '',
      name: '',
      rhythm: 'monthly',
      anchorDay: null,
      firstDue: 'payroll',
    },
    leastAmount: read.naira('terms.leastAmount'),
    mostAmount: read.naira('terms.mostAmount'),
    leastTenor: read.whole('terms.leastTenor'),
    mostTenor: read.whole('terms.mostTenor'),
    fees: draft.fees.map((fee, index) => ({
      name: fee.name,
      collected: read.choice(`terms.fees.${index}.collected`, ofFee.collected.options, fee.collected),
      flat: fee.how === 'flat' ? read.naira(`terms.fees.${index}.flat`, fee.figure.trim()) : null,
      sharePpm: fee.how === 'flat' ? 0 : read.percent(`terms.fees.${index}.sharePpm`, fee.figure.trim()),
      ...(fee.how === 'flat' || fee.how === 'share' ? {} : { of: fee.how }),
      ...passedOnOf(read, fee, `terms.fees.${index}`),
    })),
    penalty: draft.hasPenalty ? penaltyOf(read) : null,
    moratorium: {
      principalRows: read.whole('terms.moratorium.principalRows'),
      interestRows: read.whole('terms.moratorium.interestRows'),
      interestIs: read.choice('terms.moratorium.interestIs', shape.moratorium.shape.interestIs.options),
    },
    allocation: {
      order: [...draft.order],
      beyondDue: read.choice('terms.allocation.beyondDue', shape.allocation.shape.beyondDue.options),
    },
    roundingUnit: read.naira('terms.roundingUnit'),
    rounding: read.choice('terms.rounding', shape.rounding.options),
    prepayment: read.choice('terms.prepayment', shape.prepayment.options),
    shareOfPayPpm: read.percent('terms.shareOfPayPpm'),
    cutOffDay: read.whole('terms.cutOffDay'),
  }
  return { terms, problems: read.problems }
}

/** Terms from before there was a choice have neither field, and stay equal to what they were. */
function passedOnOf(read: Reader, fee: FeeDraft, path: string): Partial<WireTerms['fees'][number]> {
  const goesTo = read.choice(`${path}.goesTo`, ofFee.goesTo.def.innerType.options, fee.goesTo)
  const vatPpm = fee.vat.trim() === '' ? 0 : read.percent(`${path}.vatPpm`, fee.vat.trim())
  return { ...(goesTo === 'insurer' ? { goesTo } : {}), ...(vatPpm > 0 ? { vatPpm } : {}) }
}

const penaltyOf = (read: Reader): WireTerms['penalty'] => ({
  sharePpm: read.percent('terms.penalty.sharePpm'),
  each: read.choice('terms.penalty.each', ofPenalty.each.options),
  of: read.choice('terms.penalty.of', ofPenalty.of.options),
  graceDays: read.whole('terms.penalty.graceDays'),
  capPpm: read.text('terms.penalty.capPpm') === '' ? null : read.percent('terms.penalty.capPpm'),
})
