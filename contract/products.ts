import { z } from 'zod/mini'
import { divide, formatNaira } from '../engine/money.ts'
import {
  canStepBeTooLarge,
  largestStep,
  type ProductTerms,
  type RepaymentFrequency,
} from '../engine/product.ts'
import {
  changeReply,
  date,
  endpoint,
  id,
  kobo,
  moment,
  NAIRA_MAX,
  NAIRA_MAX_TEXT,
  RATE_MAX,
  term,
  text,
  why,
} from './endpoint.ts'

/** How often instalments fall due, and what a tenor is therefore counted in. */

export const RHYTHMS = ['weekly', 'two-weekly', 'monthly', 'quarterly', 'one-payment'] as const
export type Rhythm = (typeof RHYTHMS)[number]

/** An instalment of each, but for one payment, which waits so many months. */
const UNITS: Record<Rhythm, readonly [one: string, many: string]> = {
  weekly: ['week', 'weeks'],
  'two-weekly': ['fortnight', 'fortnights'],
  monthly: ['month', 'months'],
  quarterly: ['quarter', 'quarters'],
  'one-payment': ['month', 'months'],
}

export const tenorUnits = (rhythm: Rhythm): string => UNITS[rhythm][1]

/** "12 months", "26 weeks". */
export const tenorText = (tenor: number, rhythm: Rhythm): string =>
  `${tenor} ${UNITS[rhythm][tenor === 1 ? 0 : 1]}`

export const PRODUCT_STATUSES = ['active', 'retired'] as const
export const FIRST_DUES = ['payroll', 'one-period'] as const

/** Parts per million: 4% is 40,000. Whole numbers, so that a rate is what was typed. */
const ppm = z.number().check(z.int('At most four decimals'), z.gte(0, 'Not below zero'))
const amount = kobo.check(z.refine(value => value >= 0n, 'Not below zero'))
const rows = (most: number) => z.int().check(z.gte(0, 'Not below zero'), z.lte(most))

export const frequency = z
  .object({
    code: z.string().check(z.regex(/^[a-z0-9-]{2,20}$/, '2 to 20 small letters, digits or hyphens')),
    name: text(60),
    rhythm: z.enum(RHYTHMS),
    anchorDay: z.nullable(z.int().check(z.gte(1), z.lte(31))),
    firstDue: z.enum(FIRST_DUES),
  })
  .register(z.globalRegistry, { id: 'RepaymentFrequency' }) satisfies z.ZodMiniType<RepaymentFrequency>

const fee = z
  .strictObject({
    name: text(60),
    collected: z.enum(['deducted', 'capitalised', 'spread', 'every-instalment']),
    flat: z.nullable(amount),
    sharePpm: ppm.check(z.lte(500_000, 'At most 50%')),
    of: z.optional(z.enum(['principal', 'interest', 'principal-and-interest'])),
    goesTo: z.optional(z.enum(['income', 'insurer'])),
    vatPpm: z.optional(ppm.check(z.lte(500_000, 'At most 50%'))),
  })
  .check(
    z.refine(
      ({ of = 'principal', collected }) =>
        of === 'principal' || collected === 'spread' || collected === 'every-instalment',
      {
        path: ['of'],
        message: 'Only a fee collected with the instalments can be a share of their interest',
      },
    ),
  )

const penalty = z.strictObject({
  sharePpm: ppm.check(z.lte(100_000, 'At most 10%')),
  each: z.enum(['day', 'once']),
  of: z.enum([
    'overdue-principal',
    'overdue-interest',
    'overdue-principal-and-interest',
    'overdue-total',
    'outstanding-principal',
    'original-principal',
  ]),
  graceDays: rows(90),
  capPpm: z.nullable(ppm.check(z.lte(1_000_000, 'At most 100%'))),
})

/** Rounded up: whether anything is left must not hang on a rounding. */
function deductedFrom(amount: bigint, fees: readonly z.output<typeof fee>[]): bigint {
  const shares = fees
    .filter(({ collected }) => collected === 'deducted')
    .map(({ flat, sharePpm }) => flat ?? divide(amount * BigInt(sharePpm), 1_000_000n, 'up'))
  return shares.reduce<bigint>((total, each) => total + each, 0n)
}

/** What contradicts interest on the daily balance: the field, whether it does, and what to choose instead. */
const opposedToDailyBalance = (
  terms: ProductTerms,
): readonly (readonly [path: readonly string[], isOpposed: boolean, message: string])[] => [
  [
    ['interestBasis'],
    terms.interest === 'flat',
    'Flat interest does not follow the balance. Choose reducing interest, or interest by the schedule',
  ],
  [
    ['accrual'],
    terms.accrual === 'nominal',
    'Interest on the daily balance counts days. Choose a day count, such as actual days / 365',
  ],
  [
    ['moratorium', 'interestRows'],
    terms.moratorium.interestRows > 0,
    'Interest on the daily balance falls due with every instalment. Enter 0',
  ],
  [
    ['lastInstalment'],
    terms.lastInstalment === 'not-above',
    'With interest on the daily balance the last instalment takes what earlier days left. Let it take the rest',
  ],
  [
    ['allocation', 'beyondDue'],
    terms.allocation.beyondDue === 'keep-as-credit',
    'A credit balance would not reduce the balance that earns interest. Let it pay instalments ahead',
  ],
]

export const productTerms = z
  .strictObject({
    interest: z.enum(['flat', 'reducing']),
    repayment: z.enum(['equal-instalments', 'equal-principal']),
    ratePpm: ppm.check(z.lte(RATE_MAX.year, 'At most 360% a year')),
    ratePer: z.enum(['month', 'year']),
    accrual: z.enum([
      'nominal',
      'actual/360',
      'actual/365',
      'actual/actual-isda',
      'actual/actual-start',
      '30/360-us',
      '30e/360',
    ]),
    frequency,
    interestBasis: z.optional(z.enum(['schedule', 'daily-balance'])),
    firstPeriod: z.optional(z.enum(['whole', 'by-days'])),
    weekend: z.optional(z.enum(['unmoved', 'next', 'previous'])),
    lastInstalment: z.optional(z.enum(['takes-rest', 'not-above'])),
    leastAmount: amount,
    mostAmount: amount,
    leastTenor: z.int().check(z.gte(1, 'At least 1'), z.lte(120)),
    mostTenor: z.int().check(z.gte(1, 'At least 1'), z.lte(120, 'At most 120')),
    fees: z.array(fee).check(z.maxLength(10)),
    penalty: z.nullable(penalty),
    moratorium: z.strictObject({
      principalRows: rows(24),
      interestRows: rows(24),
      interestIs: z.enum(['deferred', 'waived']),
    }),
    allocation: z.strictObject({
      order: z.array(z.enum(['penalty', 'fee', 'interest', 'principal'])).check(
        z.length(4),
        z.refine(order => new Set(order).size === 4, 'Each component once'),
      ),
      beyondDue: z.enum(['pay-ahead', 'keep-as-credit']),
    }),
    roundingUnit: kobo.check(z.refine(value => value >= 1n, 'At least one kobo')),
    rounding: z.enum(['half-up', 'half-even', 'up', 'down']),
    prepayment: z.enum(['in-advance', 'shorter-term', 'smaller-instalment']),
    shareOfPayPpm: ppm.check(z.lte(1_000_000, 'At most 100%')),
    cutOffDay: z.int().check(z.gte(1), z.lte(31)),
  })
  .check(
    z.refine(({ ratePpm, ratePer }) => ratePpm <= RATE_MAX[ratePer], {
      path: ['ratePpm'],
      message: 'At most 30% a month',
    }),
    z.refine(terms => terms.leastAmount > 0n && terms.leastAmount <= terms.mostAmount, {
      path: ['mostAmount'],
      message: 'The largest amount must not be below the smallest',
    }),
    z.refine(terms => terms.leastTenor <= terms.mostTenor, {
      path: ['mostTenor'],
      message: 'The longest tenor must not be below the shortest',
    }),
    z.refine(
      terms => Math.max(terms.moratorium.principalRows, terms.moratorium.interestRows) < terms.leastTenor,
      { path: ['moratorium'], message: 'The moratorium must be shorter than the shortest tenor' },
    ),
    z.refine(
      ({ frequency: { rhythm }, moratorium: { principalRows, interestRows } }) =>
        rhythm !== 'one-payment' || Math.max(principalRows, interestRows) === 0,
      { path: ['moratorium'], message: 'One payment has no row to spare' },
    ),
    z.refine(terms => deductedFrom(terms.leastAmount, terms.fees) < terms.leastAmount, {
      path: ['fees'],
      message: 'Deducted fees leave nothing of the smallest loan amount',
    }),
    ({ value, issues }) => {
      if (value.interestBasis !== 'daily-balance') return
      for (const [path, isOpposed, message] of opposedToDailyBalance(value))
        if (isOpposed) issues.push({ code: 'custom', input: value, path: [...path], message })
    },
  )
  .register(z.globalRegistry, { id: 'ProductTerms' }) satisfies z.ZodMiniType<ProductTerms>

export const product = z
  .object({
    id,
    code: z.string(),
    name: z.string(),
    description: z.string(),
    status: z.enum(PRODUCT_STATUSES),
    version: z.int(),
    terms: productTerms,
    effectiveOn: z.string(),
    changedBy: z.nullable(z.string()),
    changedAt: moment,
    pendingApprovalId: z.nullable(id),
  })
  .register(z.globalRegistry, { id: 'Product' })

/** Asked of what is written from now on: terms that were kept before there was a most must stay readable. */
const limitedTerms = productTerms.check(({ value, issues }) => {
  const amounts: [unknown[], bigint | null][] = [
    [['leastAmount'], value.leastAmount],
    [['mostAmount'], value.mostAmount],
    [['roundingUnit'], value.roundingUnit],
    ...value.fees.map(({ flat }, index): [unknown[], bigint | null] => [['fees', index, 'flat'], flat]),
  ]
  for (const [path, amount] of amounts)
    if (amount !== null && amount > NAIRA_MAX)
      issues.push({ code: 'custom', input: amount, path: path as string[], message: NAIRA_MAX_TEXT })
  const refuseField = (path: string, message: string): void =>
    void issues.push({ code: 'custom', input: value, path: [path], message })
  if (issues.length === 0 && canStepBeTooLarge(value))
    refuseField(
      'roundingUnit',
      `The smallest amount over the longest tenor would have empty rows or a last instalment above two others. Use ${formatNaira(largestStep(value))} or less`,
    )
  const { frequency, accrual, firstPeriod } = value
  const isByWeek = frequency.rhythm === 'weekly' || frequency.rhythm === 'two-weekly'
  if (isByWeek && (value.weekend ?? 'unmoved') !== 'unmoved')
    refuseField('weekend', 'Weekly instalments keep their day of the week. Leave them on their day')
  const isLevel = value.interest === 'reducing' && value.repayment === 'equal-instalments'
  if (!isLevel && value.lastInstalment === 'not-above')
    refuseField(
      'lastInstalment',
      'Only equal instalments on a reducing balance can have it. Let the last one take the rest',
    )
  if (frequency.rhythm === 'quarterly' && frequency.firstDue === 'payroll')
    if (accrual === 'nominal' && firstPeriod !== 'by-days')
      refuseField(
        'firstPeriod',
        'The first pay day can come 15 days after the disbursement. Charge this period by its days',
      )
})

export const productChange = z.object({
  id,
  code: z
    .string()
    .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9-]{2,20}$/, '2 to 20 letters, digits or hyphens')),
  name: text(80, 2),
  description: text(400),
  terms: limitedTerms,
  effectiveOn: date,
  /** The version that was on the screen, 0 for a new product: a change made meanwhile is not overwritten unseen. */
  basedOn: z.int().check(z.gte(0)),
})

const frequencyRow = z.extend(frequency, {
  status: z.enum(PRODUCT_STATUSES),
  /** Names of products that use it. */
  inUseBy: z.array(z.string()),
})

export const productApi = {
  productList: endpoint({
    method: 'GET',
    path: '/api/products',
    permission: 'console.read',
    summary: 'Lists every product in its current version, or its first if it is not offered yet.',
    input: z.object({}),
    reply: z.object({ rows: z.array(product) }),
  }),
  productVersions: endpoint({
    method: 'GET',
    path: '/api/products/:id/versions',
    permission: 'console.read',
    summary: 'Lists all versions of a product, newest first. Loans keep the version they were created with.',
    input: z.object({ id }),
    reply: z.object({ rows: z.array(z.extend(product, { approvedBy: z.nullable(z.string()) })) }),
  }),
  productChange: endpoint({
    method: 'PUT',
    path: '/api/products/:id',
    permission: 'settings.change',
    summary: 'Submits a new product or product version for approval.',
    input: z.extend(productChange, { reason: why(500) }),
    reply: changeReply,
  }),
  productRetire: endpoint({
    method: 'POST',
    path: '/api/products/:id/retire',
    permission: 'settings.change',
    summary: 'Submits the deactivation of a product for approval. Its loans are not affected.',
    input: z.object({ id, reason: why(500) }),
    reply: changeReply,
  }),
  frequencyList: endpoint({
    method: 'GET',
    path: '/api/frequencies',
    permission: 'console.read',
    summary: 'Lists repayment frequencies and the products that use them.',
    input: z.object({}),
    reply: z.object({ rows: z.array(frequencyRow) }),
  }),
  frequencySave: endpoint({
    method: 'PUT',
    path: '/api/frequencies/:code',
    permission: 'settings.change',
    summary: 'Adds or changes a frequency. Products keep their frequency until their next version.',
    input: frequency,
    reply: frequencyRow,
  }),
  frequencyRetire: endpoint({
    method: 'POST',
    path: '/api/frequencies/:code/retire',
    permission: 'settings.change',
    summary: 'Deactivates a frequency for new product versions.',
    input: z.object({ code: term(20) }),
    reply: frequencyRow,
  }),
}
