import { describe, expect, it, test } from 'vitest'
import { localDate } from './dates.ts'
import { formatNaira, kobo, parseNaira, ZERO } from './money.ts'
import {
  agreementFor,
  canStepBeTooLarge,
  largestStep,
  mostInMonth,
  type ProductTerms,
  quote,
  type RepaymentFrequency,
  shareOfPay,
  validateTerms,
} from './product.ts'

const naira = (text: string) => parseNaira(text) ?? kobo(-1n)

const MONTHLY: RepaymentFrequency = {
  code: 'monthly',
  name: 'Monthly, on pay day',
  rhythm: 'monthly',
  anchorDay: 25,
  firstDue: 'payroll',
}

/** The two products a new lender starts with (`db/seed.sql`). */
const publicServantLoan: ProductTerms = {
  interest: 'flat',
  repayment: 'equal-instalments',
  ratePpm: 40_000,
  ratePer: 'month',
  accrual: 'nominal',
  frequency: MONTHLY,
  leastAmount: naira('50,000'),
  mostAmount: naira('3,000,000'),
  leastTenor: 3,
  mostTenor: 24,
  fees: [
    { name: 'Processing fee', collected: 'deducted', flat: null, sharePpm: 20_000 },
    { name: 'Credit life insurance', collected: 'deducted', flat: null, sharePpm: 10_000 },
  ],
  penalty: {
    sharePpm: 10_000,
    each: 'once',
    of: 'overdue-principal-and-interest',
    graceDays: 14,
    capPpm: 50_000,
  },
  moratorium: { principalRows: 0, interestRows: 0, interestIs: 'deferred' },
  allocation: { order: ['penalty', 'fee', 'interest', 'principal'], beyondDue: 'pay-ahead' },
  roundingUnit: kobo(1n),
  rounding: 'half-up',
  prepayment: 'in-advance',
  shareOfPayPpm: 333_300,
  cutOffDay: 10,
}

const salaryAdvance: ProductTerms = {
  ...publicServantLoan,
  interest: 'reducing',
  ratePpm: 50_000,
  leastAmount: naira('10,000'),
  mostAmount: naira('200,000'),
  leastTenor: 1,
  mostTenor: 3,
  fees: [{ name: 'Processing fee', collected: 'deducted', flat: naira('1,000'), sharePpm: 0 }],
  penalty: null,
  roundingUnit: naira('1'),
}

const quoted = (product: ProductTerms, amount: string, tenor: number, payOutOn = '2026-11-16') =>
  quote(product, { amount: naira(amount), tenor, payOutOn: localDate(payOutOn) })

/** A float only where a law defines a rate; people compare it to two decimals. */
const percent = (rate: number | undefined) => (rate === undefined ? 'none' : `${(rate * 100).toFixed(2)}%`)

describe('what a borrower must see before signing', () => {
  test.each`
    product              | amount         | tenor | instalment       | fees                            | netPayOut          | interest           | total              | nominal      | effective
    ${publicServantLoan} | ${'500,000'}   | ${12} | ${'₦61,666.67'}  | ${['₦10,000.00', '₦5,000.00']}  | ${'₦485,000.00'}   | ${'₦240,000.00'}   | ${'₦740,000.00'}   | ${'81.67%'}  | ${'121.27%'}
    ${publicServantLoan} | ${'50,000'}    | ${3}  | ${'₦18,666.67'}  | ${['₦1,000.00', '₦500.00']}     | ${'₦48,500.00'}    | ${'₦6,000.00'}     | ${'₦56,000.00'}    | ${'77.91%'}  | ${'113.17%'}
    ${publicServantLoan} | ${'3,000,000'} | ${24} | ${'₦245,000.00'} | ${['₦60,000.00', '₦30,000.00']} | ${'₦2,910,000.00'} | ${'₦2,880,000.00'} | ${'₦5,880,000.00'} | ${'76.74%'}  | ${'110.77%'}
    ${salaryAdvance}     | ${'100,000'}   | ${3}  | ${'₦36,721.00'}  | ${['₦1,000.00']}                | ${'₦99,000.00'}    | ${'₦10,162.55'}    | ${'₦110,162.55'}   | ${'57.33%'}  | ${'75.25%'}
    ${salaryAdvance}     | ${'10,000'}    | ${1}  | ${'₦10,500.00'}  | ${['₦1,000.00']}                | ${'₦9,000.00'}     | ${'₦500.00'}       | ${'₦10,500.00'}    | ${'149.55%'} | ${'323.21%'}
  `('₦$amount over $tenor: $instalment a month, $netPayOut in hand', row => {
    const shown = quoted(row.product, row.amount, row.tenor)
    expect(formatNaira(shown.instalment)).toBe(row.instalment)
    expect(shown.fees.map(fee => formatNaira(fee.amount))).toEqual(row.fees)
    expect(formatNaira(shown.netPayOut)).toBe(row.netPayOut)
    expect(formatNaira(shown.interest)).toBe(row.interest)
    expect(formatNaira(shown.total)).toBe(row.total)
    expect(percent(shown.apr?.nominal)).toBe(row.nominal)
    expect(percent(shown.apr?.effective)).toBe(row.effective)
  })

  test.each`
    product              | amount       | tenor | disbursedOn     | nominal      | effective     | why
    ${salaryAdvance}     | ${'10,000'}  | ${1}  | ${'2027-01-10'} | ${'400.00%'} | ${'4156.36%'} | ${'fifteen days are half a month'}
    ${salaryAdvance}     | ${'10,000'}  | ${1}  | ${'2026-12-25'} | ${'200.00%'} | ${'514.11%'}  | ${'a month to the day'}
    ${publicServantLoan} | ${'100,000'} | ${3}  | ${'2027-01-10'} | ${'122.46%'} | ${'229.17%'}  | ${'the first instalment is early'}
    ${publicServantLoan} | ${'100,000'} | ${3}  | ${'2027-01-11'} | ${'72.40%'}  | ${'104.36%'}  | ${'the first instalment is late'}
  `(
    'the APR counts the days: $tenor × ₦$amount disbursed $disbursedOn, $why',
    ({ product, amount, tenor, disbursedOn, nominal, effective }) => {
      const { apr } = quoted(product, amount, tenor, disbursedOn)
      expect([percent(apr?.nominal), percent(apr?.effective)]).toEqual([nominal, effective])
    },
  )

  it('asks for no more in any month than the instalment it names, and for the total in all', () => {
    const { schedule, instalment, total } = quoted(publicServantLoan, '500,000', 12)
    expect(schedule.rows.every(row => row.total <= instalment)).toBe(true)
    expect(schedule.rows.reduce((paid, row) => paid + row.total, 0n)).toBe(total)
    expect(schedule.rows.at(-1)?.balance).toBe(0n)
  })

  test.each`
    of                                               | product                                                                                                                                            | amount       | tenor | largest          | usual
    ${'the last row has the kobos left'}             | ${publicServantLoan}                                                                                                                               | ${'580,000'} | ${12} | ${'₦71,533.37'}  | ${'₦71,533.33'}
    ${'the last row is short of some'}               | ${publicServantLoan}                                                                                                                               | ${'500,000'} | ${12} | ${'₦61,666.67'}  | ${'₦61,666.67'}
    ${'no two rows are alike'}                       | ${{ ...publicServantLoan, interest: 'reducing', repayment: 'equal-principal' }}                                                                    | ${'120,000'} | ${12} | ${'₦14,800.00'}  | ${'₦14,800.00'}
    ${'half of the rows are a moratorium'}           | ${{ ...publicServantLoan, moratorium: { ...publicServantLoan.moratorium, principalRows: 6 } }}                                                     | ${'500,000'} | ${12} | ${'₦103,333.35'} | ${'₦103,333.33'}
    ${'the first row bears no interest'}             | ${{ ...publicServantLoan, moratorium: { principalRows: 0, interestRows: 1, interestIs: 'waived' } }}                                               | ${'120,000'} | ${12} | ${'₦14,800.00'}  | ${'₦14,800.00'}
    ${'the first row’s interest waits'}              | ${{ ...publicServantLoan, moratorium: { principalRows: 0, interestRows: 1, interestIs: 'deferred' } }}                                             | ${'120,000'} | ${12} | ${'₦19,600.00'}  | ${'₦14,800.00'}
    ${'no two rows repay alike, after a moratorium'} | ${{ ...publicServantLoan, interest: 'reducing', repayment: 'equal-principal', moratorium: { ...publicServantLoan.moratorium, principalRows: 2 } }} | ${'120,000'} | ${12} | ${'₦16,800.00'}  | ${'₦16,800.00'}
    ${'a fee is spread over the rows'}               | ${{ ...publicServantLoan, fees: [{ name: 'Insurance', collected: 'spread', flat: naira('6,000'), sharePpm: 0 }] }}                                 | ${'120,000'} | ${12} | ${'₦15,300.00'}  | ${'₦15,300.00'}
    ${'rounding leaves thousands'}                   | ${{ ...publicServantLoan, roundingUnit: 100_000n }}                                                                                                | ${'497,000'} | ${12} | ${'₦64,560.00'}  | ${'₦61,000.00'}
    ${'there is one row'}                            | ${salaryAdvance}                                                                                                                                   | ${'10,000'}  | ${1}  | ${'₦10,500.00'}  | ${'₦10,500.00'}
  `('what people call the instalment, where $of', ({ product, amount, tenor, largest, usual }) => {
    const shown = quoted(product, amount, tenor)
    expect([shown.instalment, shown.usual].map(each => formatNaira(each))).toEqual([largest, usual])
  })
})

describe('where a fee is collected decides who feels it when', () => {
  const withFee = (collected: 'deducted' | 'capitalised' | 'spread'): ProductTerms => ({
    ...publicServantLoan,
    fees: [{ name: 'Management fee', collected, flat: null, sharePpm: 30_000 }],
  })
  test.each`
    collected        | netPayOut        | instalment      | total
    ${'deducted'}    | ${'₦97,000.00'}  | ${'₦20,666.67'} | ${'₦124,000.00'}
    ${'capitalised'} | ${'₦100,000.00'} | ${'₦21,286.67'} | ${'₦127,720.00'}
    ${'spread'}      | ${'₦100,000.00'} | ${'₦21,166.67'} | ${'₦127,000.00'}
  `('3% of ₦100,000 over 6 months, $collected', ({ collected, netPayOut, instalment, total }) => {
    const shown = quoted(withFee(collected), '100,000', 6)
    expect(formatNaira(shown.fees[0]?.amount ?? kobo(0n))).toBe('₦3,000.00')
    expect(formatNaira(shown.netPayOut)).toBe(netPayOut)
    expect(formatNaira(shown.instalment)).toBe(instalment)
    expect(formatNaira(shown.total)).toBe(total)
  })
})

describe('the first deduction follows the payroll’s cut-off (the 10th) and pay day (the 25th)', () => {
  test.each`
    payOutOn        | firstMonth   | firstDueOn      | why
    ${'2026-11-01'} | ${'2026-11'} | ${'2026-11-25'} | ${'well before the cut-off'}
    ${'2026-11-10'} | ${'2026-11'} | ${'2026-11-25'} | ${'on the cut-off day'}
    ${'2026-11-11'} | ${'2026-12'} | ${'2026-12-25'} | ${'a day late'}
    ${'2026-12-31'} | ${'2027-01'} | ${'2027-01-25'} | ${'over the turn of the year'}
    ${'2028-02-29'} | ${'2028-03'} | ${'2028-03-25'} | ${'from a leap day'}
  `('paid out $payOutOn ($why): first deducted in $firstMonth', ({ payOutOn, firstMonth, firstDueOn }) => {
    const shown = quoted(publicServantLoan, '500,000', 12, payOutOn)
    expect(shown.firstDeductionMonth).toBe(firstMonth)
    expect(shown.firstDueOn).toBe(firstDueOn)
  })

  it('takes the month’s last day where the pay day is the 31st', () => {
    const lastDay = { ...publicServantLoan, frequency: { ...MONTHLY, anchorDay: 31 } }
    const dates = quoted(lastDay, '500,000', 4, '2026-12-11').schedule.rows.map(row => row.dueDate)
    expect(dates).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'])
  })

  test.each`
    rhythm           | anchorDay | firstDue        | tenor | dates
    ${'weekly'}      | ${null}   | ${'one-period'} | ${3}  | ${['2026-11-23', '2026-11-30', '2026-12-07']}
    ${'weekly'}      | ${null}   | ${'payroll'}    | ${3}  | ${['2026-11-23', '2026-11-30', '2026-12-07']}
    ${'two-weekly'}  | ${null}   | ${'one-period'} | ${3}  | ${['2026-11-30', '2026-12-14', '2026-12-28']}
    ${'monthly'}     | ${25}     | ${'one-period'} | ${3}  | ${['2026-12-25', '2027-01-25', '2027-02-25']}
    ${'quarterly'}   | ${25}     | ${'payroll'}    | ${3}  | ${['2026-12-25', '2027-03-25', '2027-06-25']}
    ${'one-payment'} | ${25}     | ${'one-period'} | ${3}  | ${['2027-02-25']}
  `('$rhythm, first due by $firstDue, from 16 Nov 2026: $dates', ({ dates, tenor, ...how }) => {
    const frequency = { ...MONTHLY, ...how }
    const shown = quoted({ ...publicServantLoan, frequency }, '500,000', tenor)
    expect(shown.schedule.rows.map(row => row.dueDate)).toEqual(dates)
    expect(shown.lastDueOn).toBe(dates.at(-1))
  })
})

describe('the interest of the first period follows the product’s rule', () => {
  const quarterly: ProductTerms = {
    ...publicServantLoan,
    frequency: { ...MONTHLY, rhythm: 'quarterly' },
    firstPeriod: 'by-days',
  }
  const monthly: ProductTerms = { ...publicServantLoan, firstPeriod: 'by-days' }
  const reducing = { ...quarterly, interest: 'reducing' } as const

  // 12% of ₦480,000 a quarter is ₦57,600; 4% a month ₦19,200
  test.each`
    product                                   | disbursedOn     | first           | second          | text                                                                                    | why
    ${quarterly}                              | ${'2027-01-10'} | ${'₦9,600.00'}  | ${'₦57,600.00'} | ${'The first period charges interest for 15 of 90 days.'}                               | ${'a short quarter'}
    ${{ ...quarterly, firstPeriod: 'whole' }} | ${'2027-01-10'} | ${'₦57,600.00'} | ${'₦57,600.00'} | ${'The first period has 15 days and charges the interest of a whole period (90 days).'} | ${'a whole quarter'}
    ${monthly}                                | ${'2027-01-10'} | ${'₦9,290.32'}  | ${'₦19,200.00'} | ${'The first period charges interest for 15 of 31 days.'}                               | ${'a short month'}
    ${monthly}                                | ${'2027-01-11'} | ${'₦27,870.97'} | ${'₦19,200.00'} | ${'The first period charges interest for 45 of 31 days.'}                               | ${'a long month'}
    ${publicServantLoan}                      | ${'2027-01-11'} | ${'₦19,200.00'} | ${'₦19,200.00'} | ${'The first period has 45 days and charges the interest of a whole period (31 days).'} | ${'as before there was a choice'}
    ${monthly}                                | ${'2026-12-25'} | ${'₦19,200.00'} | ${'₦19,200.00'} | ${undefined}                                                                            | ${'a usual month'}
    ${{ ...monthly, accrual: 'actual/365' }}  | ${'2027-01-10'} | ${'₦9,468.49'}  | ${'₦19,568.22'} | ${undefined}                                                                            | ${'all periods by their days'}
  `('disbursed $disbursedOn: $first, $why', ({ product, disbursedOn, first, second, text }) => {
    const shown = quoted(product, '480,000', 4, disbursedOn)
    expect(shown.schedule.rows.slice(0, 2).map(row => formatNaira(row.interest))).toEqual([first, second])
    expect(shown.interestNote).toBe(text)
  })

  it('does not make the first instalment the usual one', () => {
    const { usual, schedule } = quoted(quarterly, '480,000', 4, '2027-01-10')
    expect(schedule.rows[0]?.total).not.toBe(usual)
    expect(schedule.rows[1]?.total).toBe(usual)
  })

  it('keeps the instalments of a reducing loan equal', () => {
    const { schedule } = quoted(reducing, '480,000', 4, '2027-01-10')
    expect(formatNaira(schedule.rows[0]?.interest ?? ZERO)).toBe('₦9,600.00')
    expect(new Set(schedule.rows.slice(0, -1).map(row => row.total)).size).toBe(1)
    const rounding = (schedule.rows.at(-1)?.total ?? ZERO) - schedule.instalment
    expect(Math.abs(Number(rounding))).toBeLessThan(5)
  })
})

it('charges one payment at the end for every month it waited', () => {
  const frequency: RepaymentFrequency = { ...MONTHLY, rhythm: 'one-payment', firstDue: 'one-period' }
  const shown = quoted({ ...publicServantLoan, frequency }, '500,000', 3)
  expect(formatNaira(shown.interest)).toBe('₦60,000.00')
  expect(formatNaira(shown.instalment)).toBe('₦560,000.00')
})

describe('pay comes by the month, so the heaviest payroll month of the schedule is what it must bear', () => {
  test.each`
    rhythm           | tenor | times | why
    ${'weekly'}      | ${3}  | ${2}  | ${'23 and 30 November, then 7 December'}
    ${'weekly'}      | ${12} | ${4}  | ${'no month of twelve weeks from 16 November has five Mondays'}
    ${'weekly'}      | ${24} | ${5}  | ${'March has five'}
    ${'two-weekly'}  | ${6}  | ${2}  | ${'14 and 28 December'}
    ${'monthly'}     | ${12} | ${1}  | ${'one a month'}
    ${'quarterly'}   | ${4}  | ${1}  | ${'one in three months, and that month bears it'}
    ${'one-payment'} | ${6}  | ${1}  | ${'all at once'}
  `('$rhythm, tenor $tenor: $times instalments ($why)', ({ rhythm, tenor, times }) => {
    const frequency = { ...MONTHLY, rhythm, anchorDay: null, firstDue: 'one-period' as const }
    const product = { ...publicServantLoan, frequency }
    const shown = quoted(product, '480,000', tenor)
    const usual = shown.schedule.rows[0]?.total ?? ZERO
    // the last instalment takes what rounding left, and may be the larger one
    expect(shown.mostInMonth).toBeGreaterThanOrEqual(usual * BigInt(times))
    expect(shown.mostInMonth).toBeLessThan(usual * BigInt(times + 1))
    if (rhythm === 'monthly') expect(shown.mostInMonth).toBe(shown.instalment)
  })

  it('counts to the kobo', () => {
    const on = (dueDate: string, amount: string) => ({ dueDate: localDate(dueDate), amount: naira(amount) })
    const dues = [on('2026-11-30', '10.01'), on('2026-12-07', '5'), on('2026-12-31', '5.02')]
    expect(formatNaira(mostInMonth(dues))).toBe('₦10.02')
    expect(mostInMonth([])).toBe(0n)
  })
})

describe('instalments in steps', () => {
  const inSteps = (step: string, more: Partial<ProductTerms> = {}): ProductTerms => ({
    ...publicServantLoan,
    roundingUnit: naira(step),
    ...more,
  })
  const equalPrincipal = { interest: 'reducing', repayment: 'equal-principal' } as const
  const shares = (product: ProductTerms) =>
    quoted({ ...product, mostTenor: 36 }, '10,000', 36)
      .schedule.rows.slice(0, 2)
      .map(row => formatNaira(row.principal))

  it('leave equal principal as it divides', () => {
    expect(shares(inSteps('1', equalPrincipal))).toEqual(['₦277.78', '₦277.78'])
  })

  test.each`
    step        | more                  | isTooLarge | why
    ${'25,000'} | ${{}}                 | ${true}    | ${'rows of nothing and a balloon'}
    ${'10,000'} | ${{}}                 | ${true}    | ${'a last row of ₦67,600'}
    ${'1,000'}  | ${{}}                 | ${false}   | ${'fifteen thousand, the last less'}
    ${'5,000'}  | ${{ rounding: 'up' }} | ${false}   | ${'₦15,000 and a last of ₦12,600'}
    ${'16,000'} | ${{ rounding: 'up' }} | ${true}    | ${'the loan is repaid before its last row'}
    ${'0.01'}   | ${{}}                 | ${false}   | ${'no step'}
    ${'25,000'} | ${equalPrincipal}     | ${false}   | ${'it rounds nothing'}
  `('of ₦$step on ₦120,000 over 12: too large $isTooLarge, $why', ({ step, more, isTooLarge }) => {
    const problem = validateTerms(inSteps(step, more), { amount: naira('120,000'), tenor: 12 })
    expect(problem).toBe(isTooLarge ? 'instalments-too-small-for-their-step' : undefined)
  })

  test.each`
    step     | rounding     | isTooLarge | largest
    ${'100'} | ${'half-up'} | ${false}   | ${'₦100.00'}
    ${'500'} | ${'half-up'} | ${true}    | ${'₦100.00'}
    ${'100'} | ${'down'}    | ${false}   | ${'₦100.00'}
    ${'500'} | ${'down'}    | ${true}    | ${'₦100.00'}
    ${'100'} | ${'up'}      | ${true}    | ${'₦50.00'}
  `(
    'of ₦$step, $rounding, for ₦50,000 over 24: too large $isTooLarge',
    ({ step, rounding, isTooLarge, largest }) => {
      const product = inSteps(step, { rounding })
      expect(canStepBeTooLarge(product)).toBe(isTooLarge)
      expect(formatNaira(largestStep(product))).toBe(largest)
    },
  )

  it('may be as large where the first period or its interest differs', () => {
    const usual = largestStep(inSteps('0.01'))
    const waived = { principalRows: 0, interestRows: 2, interestIs: 'waived' } as const
    expect(largestStep(inSteps('0.01', { firstPeriod: 'by-days' }))).toBe(usual)
    expect(largestStep(inSteps('0.01', { moratorium: waived }))).toBe(usual)
    expect(largestStep(inSteps('0.01', { accrual: 'actual/365' }))).toBe(usual)
  })

  it('that the product may have are right for every loan of it', () => {
    for (const rounding of ['half-up', 'half-even', 'up', 'down'] as const)
      for (const interest of ['flat', 'reducing'] as const) {
        const product = inSteps('0.01', { rounding, interest, mostTenor: 24 })
        const offered = { ...product, roundingUnit: largestStep(product) }
        for (let amount = 50_000; amount < 60_000; amount += 171)
          for (const tenor of [3, 12, 23, 24])
            expect(validateTerms(offered, { amount: naira(String(amount)), tenor })).toBeUndefined()
      }
  })
})

describe('a wish the product does not allow is named', () => {
  test.each`
    amount            | tenor  | problem
    ${'50,000'}       | ${3}   | ${undefined}
    ${'3,000,000'}    | ${24}  | ${undefined}
    ${'49,999.99'}    | ${12}  | ${'amount-too-small'}
    ${'0'}            | ${12}  | ${'amount-too-small'}
    ${'3,000,000.01'} | ${12}  | ${'amount-too-large'}
    ${'120,000.50'}   | ${12}  | ${'not-whole-naira'}
    ${'120,000'}      | ${2}   | ${'tenor-too-short'}
    ${'120,000'}      | ${25}  | ${'tenor-too-long'}
    ${'120,000'}      | ${6.5} | ${'tenor-too-short'}
    ${'120,000'}      | ${NaN} | ${'tenor-too-short'}
  `('₦$amount over $tenor: $problem', ({ amount, tenor, problem }) => {
    expect(validateTerms(publicServantLoan, { amount: naira(amount), tenor })).toBe(problem)
  })
})

describe('the share of pay counts what is deducted already, rounded against the borrower', () => {
  test.each`
    instalment     | other       | netPay       | share         | why
    ${'50,000'}    | ${'0'}      | ${'150,000'} | ${333_334}    | ${'a third, and the last millionth counts'}
    ${'30,000'}    | ${'20,000'} | ${'130,000'} | ${333_334}    | ${'the other loan is part of pay and of the burden'}
    ${'0'}         | ${'0'}      | ${'150,000'} | ${0}          | ${'no loan'}
    ${'150,000'}   | ${'0'}      | ${'150,000'} | ${1_000_000}  | ${'all of it'}
    ${'1,000,000'} | ${'0'}      | ${'0.01'}    | ${10_000_000} | ${'far past any limit'}
    ${'50,000'}    | ${'0'}      | ${'0'}       | ${null}       | ${'no pay, no share'}
  `('$instalment of $netPay with $other elsewhere: $share ppm ($why)', row => {
    expect(shareOfPay(naira(row.instalment), naira(row.other), naira(row.netPay))).toBe(row.share)
  })
})

describe('the agreement a loan runs on', () => {
  const wish = { amount: naira('500,000'), tenor: 12, payOutOn: localDate('2026-11-16') }

  it('carries the product’s penalty with its grace and cap', () => {
    expect(agreementFor(publicServantLoan, wish).penalty).toEqual({
      share: { ppm: 10_000n },
      of: 'overdue-principal-and-interest',
      each: 'once',
      graceDays: 14,
      cap: { ppm: 50_000n },
    })
  })

  it('has no penalty where the product has none', () => {
    expect(agreementFor(salaryAdvance, wish)).not.toHaveProperty('penalty')
  })
})
