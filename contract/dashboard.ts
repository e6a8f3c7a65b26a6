import { z } from 'zod/mini'
import { done, endpoint, exportOf, id, kobo, listOf, moment, page, term } from './endpoint.ts'
import { GEOPOLITICAL_ZONES, payMonth, STAGES } from './vocabulary.ts'

/** The way to the first loan, in the order in which it is walked. */
export const FIRST_STEPS = ['organisation', 'colleagues', 'products', 'sms', 'link', 'payroll'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]
const name = z.enum(FIRST_STEPS)

export const firstSteps = z
  .object({
    /** The person asking has put the guide away. */
    isAway: z.boolean(),
    steps: z.array(
      z.object({
        name,
        /** True once a member of staff has done it; a default of the program does not count. */
        isDone: z.boolean(),
        /** Who said that it is right as it is. */
        confirmedBy: z.nullable(z.string()),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'FirstSteps' })

export const firstStepApi = {
  firstStepConfirm: endpoint({
    method: 'PUT',
    path: '/api/first-steps/:name',
    permission: 'users.manage',
    summary: 'Marks a setup step as done, or as not done.',
    replay: false, // said twice, it is the same
    input: z.object({ name, isConfirmed: z.boolean() }),
    reply: done,
  }),
  firstStepsPutAway: endpoint({
    method: 'PUT',
    path: '/api/first-steps',
    permission: 'users.manage',
    summary: 'Hides the setup guide on your dashboard, or shows it again.',
    replay: false, // said twice, it is the same
    unaudited: true, // it changes what one person's dashboard shows, and nothing else
    input: z.object({ isAway: z.boolean() }),
    reply: done,
  }),
}

const count = z.int()
/** Parts per million; null where there is nothing to measure against. */
const share = z.nullable(count)

/** How late, in days, for the portfolio at risk: "more than 30 days" begins on day 31. */
export const PAR_DAYS = [1, 30, 60, 90] as const
export type ParDays = (typeof PAR_DAYS)[number]
export const firstLateDay = (par: ParDays): number => (par === 1 ? 1 : par + 1)

export const AGES = [
  { key: '0', title: 'Not past due', fromDays: 0 },
  { key: '1', title: '1–30 days', fromDays: 1 },
  { key: '31', title: '31–60 days', fromDays: 31 },
  { key: '61', title: '61–90 days', fromDays: 61 },
  { key: '91', title: '91–180 days', fromDays: 91 },
  { key: '181', title: 'Over 180 days', fromDays: 181 },
] as const

export const RETIRING_MONTHS = [3, 6, 12] as const
/** Suspense items older than this need attention. */
export const SUSPENSE_OLD_DAYS = 30

/** Said where it is counted and where it is listed. */
export const OVERRIDES_FORMULA =
  'Failed checks that a reviewer overrode with a reason, by the date of the override.'

/** Said in place of a figure that a month-end does not hold. */
export const NOT_STORED = 'Not saved at this month-end'
/** The figures that stand on a day, not over a period: of a period that has ended they are those of its last day. */
export const STANDING = [
  'outstanding',
  'principal',
  'credit',
  'arrears',
  'par',
  'ageing',
  'provisions',
  'vintages',
  'requests',
  'suspense',
  'unremitted',
  'retiring',
] as const

/** Figures that are asked of the books at once, while the others are added up every few minutes. */
export const LIVE = ['requests', 'suspense', 'unremitted', 'messages'] as const

/** What is measured and how, in the words shown beside the figure. */
export const FORMULAS = {
  outstanding:
    'Outstanding principal, interest, fees and penalties of active loans, by their current schedules.',
  principal: 'Outstanding principal of active loans, without interest, fees and penalties.',
  credit: 'Overpayments not yet refunded, on all disbursed loans. Not included in Outstanding.',
  arrears: 'Amounts of active loans that were due before today and are unpaid.',
  disbursed:
    'Principal disbursed in the period, by value date. Includes migrated loans. Excludes reversed disbursements.',
  collected:
    'Repayments, settlements and recoveries of borrowers in the period, by value date, less reversals. Includes payroll deductions not yet remitted and migrated loans, so it is not cash received. Excludes loans settled by a top-up.',
  cash: 'Repayments paid to our bank or in cash, by value date, and remittances of payroll offices, by the date the bank received them, less reversals. Includes money in suspense. Excludes deductions not yet remitted, migrated loans and refunds.',
  received:
    'Repayments, settlements and recoveries by payroll month, less reversals. A payroll deduction counts in the month it was deducted for, everything else in the month of its value date.',
  due: 'Amounts due in the period by the current schedules, up to today.',
  expected: 'Amounts due in the month by the current schedules, including those due after today.',
  efficiency:
    'Deducted or paid by borrowers ÷ due in the period, including deductions not yet remitted. Early and overdue repayments can take it above 100%.',
  cashEfficiency:
    'Received in the bank ÷ due in the period. Remittances of earlier months can take it above 100%.',
  par: 'Outstanding principal of loans past due ÷ outstanding principal of all active loans in the same group. PAR 1: 1 day or more. PAR 30: more than 30 days.',
  ageing: 'Active loans by days since their oldest unpaid due date.',
  provisions:
    'Provision = outstanding principal × the rate of the loan’s class, rounded to the nearest kobo. The class depends on days past due (Settings > Loan classification and provisions).',
  requests: 'Requests at each stage.',
  suspense: 'Unidentified payments: the balance of the suspense account.',
  unremitted: 'Deducted from salaries and not yet remitted: the payroll offices’ balance in the ledger.',
  messages: 'Messages of the period that failed. Messages with unknown delivery status are shown separately.',
  retiring:
    'Customers with an active loan whose retirement date is within this time, or has passed. The date follows the rule of their service or was entered by a user.',
  vintages:
    'Loans disbursed in a month: the share in arrears or written off at each month-end since. Taken from month-end snapshots.',
} as const
export type FormulaName = keyof typeof FORMULAS

const queue = z.object({
  stage: z.enum(['reviewer', 'authorizer', 'rejected']),
  waiting: count,
  claimedByMe: count,
  late: count,
  dueSoon: count,
  oldestSince: z.nullable(moment),
})

export const EXCEPTIONS = [
  'rowsRefused',
  'payoutsRefused',
  'jobsFailed',
  'dailyRunLate',
  'booksBroken',
  'signUpsWaiting',
  'claimsOpen',
  'messagesUnknown',
  'signalsOpen',
  'suspenseOld',
  'reconciliationMine',
  'officePromises',
  'overrides',
] as const
export type ExceptionName = (typeof EXCEPTIONS)[number]

const QUEUE_FORMULA =
  'All requests at this stage, including those you cannot decide. Overdue: longer at this stage than the SLA in Settings. Nights and weekends count, public holidays do not.'

/** How each count of the dashboard's tasks is made, as shown beside it. */
export const WORK_FORMULAS = {
  reviewer: QUEUE_FORMULA,
  authorizer: QUEUE_FORMULA,
  rejected: 'Rejected requests that can be edited and resubmitted. They have no SLA.',
  toDecide:
    'Items pending approval, excluding items you submitted, items about you and items on your own loan.',
  reveals:
    'How often personal data was revealed since midnight: customers, requests and uploaded documents. Each view of a record counts. The access log names the user, the record and the reason.',
  mine: 'Items you submitted that are pending approval.',
  toTransfer:
    'Payments of approved disbursement batches whose bank result is not recorded yet, and their total. Make the transfer at the bank, then record its result.',
  arrears:
    'Customers with an overdue loan under your account officer code, each counted once. Below: their overdue amount and number of loans. Active loans only, as of the last posting or daily run.',
} as const
export type WorkFormulaName = keyof typeof WORK_FORMULAS

/** The same of what needs attention; an amount is the sum over what is counted. */
export const EXCEPTION_FORMULAS: Record<ExceptionName, string> = {
  rowsRefused:
    'Rows of repayment batches whose posting failed and that were not reassigned or retried since.',
  payoutsRefused: 'Lines of disbursement batches that the bank has paid and whose posting failed.',
  jobsFailed: 'Background jobs that failed and were not retried or discarded.',
  dailyRunLate: 'Shown from 00:15 Lagos time until the daily run has finished, while any loan is open.',
  booksBroken: 'Shown while the last ledger check is one that failed.',
  signUpsWaiting: 'Users who signed up and are not yet approved or declined.',
  claimsOpen: 'Bank alerts about payments received that are not yet confirmed or rejected.',
  messagesUnknown: 'All messages with unknown delivery status, of any date.',
  signalsOpen: 'Early warning signals that no user and no later payroll month has closed.',
  suspenseOld: `Suspense items that are more than ${SUSPENSE_OLD_DAYS} days old and not closed, and their remaining amount.`,
  officePromises:
    'Payroll offices whose last promise is due today or was not kept, and what they have not sent of it since. A newer promise replaces it.',
  reconciliationMine: 'Open reconciliation exceptions that are assigned to you, and their differences.',
  overrides: 'Failed checks that were overridden since the first of the month.',
}

const exception = z.object({
  name: z.enum(EXCEPTIONS),
  count,
  amount: z.nullable(kobo),
  since: z.nullable(moment),
  /** The one batch all of them are in, where it is one. */
  batchId: z.nullable(id),
  /** The one payroll office, where it is one. */
  source: z.nullable(z.string()),
})

export const dashboardWork = z
  .object({
    /** When this was asked: all of it is of this moment. */
    askedAt: moment,
    queues: z.array(queue),
    /** What is pending approval and this person may decide. */
    toDecide: z.nullable(z.object({ waiting: count, oldestAt: z.nullable(moment) })),
    /** What this person asked for. */
    mine: z.object({ waiting: count, oldestAt: z.nullable(moment) }),
    /** Approved disbursements that the bank has not confirmed; for those who record its results. */
    toTransfer: z.nullable(
      z.object({
        waiting: count,
        amount: kobo,
        oldestAt: z.nullable(moment),
        /** The one batch all of them are in, where it is one. */
        batchId: z.nullable(id),
      }),
    ),
    /** Loans of this officer that are late. */
    arrears: z.nullable(
      z.object({
        officerCode: z.string(),
        customers: count,
        loans: count,
        amount: kobo,
        worst: z.array(
          z.object({
            loanId: id,
            number: z.string(),
            customerName: z.string(),
            daysPastDue: count,
            arrears: kobo,
          }),
        ),
      }),
    ),
    exceptions: z.array(exception),
    /** For those who read the audit trail. */
    reveals: z.nullable(z.object({ today: count, users: count })),
    /** What a new lender has done already; null once it lends, and for everybody but a superAdmin. */
    firstSteps: z.nullable(firstSteps),
  })
  .register(z.globalRegistry, { id: 'DashboardWork' })

const cut = z.object({
  key: z.string(),
  title: z.string(),
  loans: count,
  principal: kobo,
  arrears: kobo,
  lateLoans: count,
  par1: share,
  par30: share,
})

const flows = z.object({
  disbursedLoans: count,
  disbursed: kobo,
  collected: kobo,
  cash: z.nullable(kobo).register(z.globalRegistry, {
    description: 'Received in the bank; null at a month-end that was saved before this figure.',
  }),
  due: kobo,
  efficiency: share,
  cashEfficiency: share,
  received: kobo.clone().register(z.globalRegistry, {
    description: 'Received for the payroll months of the period, whatever the posting date.',
  }),
})

export const dashboardPortfolio = z
  .object({
    /** When this was asked: what is live, requests, suspense, unremitted and messages, is of this moment. */
    askedAt: moment,
    /** When the figures were added up; null before the first time. */
    refreshedAt: z.nullable(moment),
    /** The last day all loans were brought to. */
    bookedTo: z.nullable(z.string()),
    from: z.string(),
    to: z.string(),
    /** The first month whose end was written down. */
    firstMonth: z.nullable(z.string()),
    /** The first month-end whose loans were kept with its figures: those before it open no rows. */
    rowsSince: z.nullable(z.string()),
    frozen: z.nullable(z.object({ on: z.string(), at: z.nullable(moment) })).register(z.globalRegistry, {
      description:
        'Month-end snapshot used for the balances of a past period (outstanding, risk, classes, breakdowns, vintages, requests, suspense, unremitted, retiring): its date and when it was saved. Null for a period up to now. Without a time there is no snapshot, and these figures are null or empty.',
    }),
    outstanding: z.nullable(
      z.object({
        loans: count,
        principal: kobo,
        interest: kobo,
        fee: kobo,
        penalty: kobo,
        total: kobo,
        credit: kobo,
        arrears: kobo,
        lateLoans: count,
      }),
    ),
    par: z.array(z.object({ days: z.union(PAR_DAYS.map(days => z.literal(days))), principal: kobo, share })),
    parByConduct: z
      .array(
        z.object({
          days: z.int(),
          contractual: kobo,
          awaiting: kobo,
          conduct: kobo,
          share,
        }),
      )
      .register(z.globalRegistry, {
        description:
          'The bridge from PAR by contract to PAR by conduct: less loans whose lateness is only months whose deduction file is awaited. Empty where it was not saved on that day.',
      }),
    ageing: z.array(z.object({ key: z.string(), title: z.string(), loans: count, principal: kobo })),
    classes: z.array(
      z.object({
        name: z.string(),
        fromDays: count,
        ratePpm: count,
        loans: count,
        principal: kobo,
        provision: kobo,
      }),
    ),
    period: flows.clone().register(z.globalRegistry, {
      description:
        'Current figures from the ledger, also for past months. Later postings dated in the period count.',
    }),
    frozenFlows: z
      .nullable(
        z.extend(flows, {
          at: moment.clone().register(z.globalRegistry, {
            description: 'When the figures were saved; for several months, the latest.',
          }),
        }),
      )
      .register(z.globalRegistry, {
        description:
          'The same for a past period, as saved with each month-end snapshot and never changed since. Null for a period up to now, or if one of its months has no saved figures.',
      }),
    before: z.extend(flows, { from: z.string(), to: z.string() }).register(z.globalRegistry, {
      description:
        'The same number of months earlier. A month in progress is compared with the same days of the earlier month.',
    }),
    months: z.array(
      z.object({
        month: z.string(),
        disbursed: kobo,
        collected: kobo,
        cash: kobo,
        /** All that falls due in it; of the running month also what has not fallen due yet. */
        due: kobo,
        /** What came for this payroll month, whenever it was handed over. */
        received: kobo,
        /** At the month's end, frozen; for the running month, as it stands. Null before the first month-end. */
        principal: z.nullable(kobo),
        par30: share,
      }),
    ),
    /** These four are null at a month-end that was frozen before they were kept. */
    requests: z.nullable(z.array(z.object({ stage: z.enum(STAGES), requests: count }))),
    suspense: z.nullable(
      z.object({
        items: z.nullable(count).register(z.globalRegistry, {
          description: 'Null at a month-end, which saves only the account balance.',
        }),
        amount: kobo,
        oldestAt: z.nullable(moment),
      }),
    ),
    unremitted: z.nullable(kobo),
    retiring: z.nullable(
      z.array(z.object({ months: count, customers: count, loans: count, principal: kobo })),
    ),
    messages: z.object({ failed: count, unknown: count }),
    states: z.array(z.extend(cut, { zone: z.nullable(z.enum(GEOPOLITICAL_ZONES)) })),
    /** All six, each with what its states come to. */
    zones: z.array(
      z.extend(cut, {
        late30: kobo.clone().register(z.globalRegistry, {
          description: 'Principal of loans more than 30 days past due.',
        }),
      }),
    ),
    /** The largest employers, or all that were asked for; the rest is one row that says how many they are. */
    employers: z.array(z.extend(cut, { others: count })),
    officers: z.array(cut),
    products: z.array(cut),
    vintages: z.array(
      z.object({
        month: z.string(),
        loans: count,
        lent: kobo,
        shares: z.array(share).register(z.globalRegistry, { description: 'By months since disbursement' }),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'DashboardPortfolio' })

/** What the sum outstanding is made of, as the key of its cut names it; without a key it is all four. */
export const OWED_PARTS = ['principal', 'interest', 'fee', 'penalty'] as const
export type OwedPart = (typeof OWED_PARTS)[number]

/** The cuts that stand on a day: of a month that is over, each opens the loans as they were frozen at its end. */
export const STANDING_CUTS = [
  'owed',
  'arrears',
  'late',
  'age',
  'class',
  'state',
  'zone',
  'employer',
  'product',
  'officer',
  'vintage',
  'vintageLate',
  'provision',
  'credit',
  'retiring',
] as const
export type StandingCut = (typeof STANDING_CUTS)[number]

/** Which loans a figure is made of: beside those that stand, the ones that something happened to in a time, or will. */
export const LOAN_CUTS = [
  ...STANDING_CUTS,
  'paidOut',
  'due',
  'expected',
  'lateConduct',
  'lateAwaiting',
] as const
export type LoanCut = (typeof LOAN_CUTS)[number]
export const isStandingCut = (cut: LoanCut): cut is StandingCut => STANDING_CUTS.some(each => each === cut)

/** Of a place or a kind the page shows three figures more, which its late loans alone make up. */
const PARTED_CUTS = ['state', 'zone', 'employer', 'product', 'officer'] as const
export type PartedCut = (typeof PARTED_CUTS)[number]
export const CUT_PARTS = ['arrears', 'par1', 'par30'] as const
export type CutPart = (typeof CUT_PARTS)[number]
/** How late the loans of such a part are. */
export const PART_PAR: Record<CutPart, ParDays> = { arrears: 1, par1: 1, par30: 30 }
const isParted = (cut: LoanCut): boolean => PARTED_CUTS.some(each => each === cut)

const isMonth = (key: string): boolean => payMonth.safeParse(key).success
const isOf =
  (known: readonly (string | number)[]) =>
  (key: string): boolean =>
    known.some(each => String(each) === key)

/** Keys there are, where they are known; a state, an employer, an officer, a product or a class may be any. */
const CUT_KEYS: Partial<Record<LoanCut, (key: string) => boolean>> = {
  owed: isOf(['', ...OWED_PARTS]),
  late: isOf(PAR_DAYS),
  lateConduct: isOf(PAR_DAYS),
  lateAwaiting: isOf(PAR_DAYS),
  age: isOf(AGES.map(({ key }) => key)),
  zone: isOf(GEOPOLITICAL_ZONES),
  vintage: isMonth,
  vintageLate: isMonth,
  retiring: isOf(RETIRING_MONTHS),
}

/** Whether there can be such a figure. */
export const isCutKey = (cut: LoanCut, key: string, part?: CutPart): boolean =>
  (CUT_KEYS[cut]?.(key) ?? true) && (part === undefined || isParted(cut))

/** How the figure that a cut opens is measured. */
const CUT_FORMULAS: Record<LoanCut, FormulaName> = {
  owed: 'outstanding',
  arrears: 'arrears',
  late: 'par',
  lateConduct: 'par',
  lateAwaiting: 'par',
  age: 'ageing',
  class: 'provisions',
  state: 'principal',
  zone: 'principal',
  employer: 'principal',
  product: 'principal',
  officer: 'principal',
  vintage: 'vintages',
  vintageLate: 'vintages',
  retiring: 'retiring',
  paidOut: 'disbursed',
  due: 'due',
  expected: 'expected',
  provision: 'provisions',
  credit: 'credit',
}

export const formulaOf = (cut: LoanCut, part?: CutPart): FormulaName =>
  part === undefined ? CUT_FORMULAS[cut] : part === 'arrears' ? 'arrears' : 'par'

const period = z.object({ from: z.optional(payMonth), to: z.optional(payMonth) })
const loansBehind = z.extend(period, {
  cut: z.enum(LOAN_CUTS),
  key: z._default(term(200), ''),
  part: z.optional(z.enum(CUT_PARTS)).register(z.globalRegistry, {
    description:
      'Only the overdue loans of a state, zone, employer, product or account officer: those behind its arrears, PAR 1 or PAR 30.',
  }),
  asOf: z.optional(payMonth).register(z.globalRegistry, {
    description: 'A past month: the loans of its month-end snapshot. Only for figures at a date.',
  }),
})

const RECEIPTS_BY = ['valueDate', 'payrollMonth'] as const
/** By the day that money counts from, or by the payroll month that it was deducted for. */
export type ReceiptsBy = (typeof RECEIPTS_BY)[number]
const receiptsBehind = z.extend(period, {
  by: z._default(z.enum(RECEIPTS_BY), 'valueDate').register(z.globalRegistry, {
    description: 'Month of the value date, or payroll month.',
  }),
})

/** By what the rows behind a figure can be put in order: every column that says one thing. */
export const LOAN_SORTS = [
  'number',
  'employer',
  'state',
  'status',
  'lent',
  'owed',
  'arrears',
  'late',
  'paidOut',
  'share',
] as const
export type LoanRowSort = (typeof LOAN_SORTS)[number]
export const RECEIPT_SORTS = ['number', 'type', 'channel', 'reference', 'on', 'amount'] as const
export type ReceiptSort = (typeof RECEIPT_SORTS)[number]
export const CASH_SORTS = ['payer', 'type', 'channel', 'reference', 'on', 'amount'] as const
export type CashSort = (typeof CASH_SORTS)[number]
export const OVERRIDE_SORTS = ['reference', 'by', 'at'] as const
export type OverrideSort = (typeof OVERRIDE_SORTS)[number]

const sortedBy = <const Sort extends string>(sorts: readonly Sort[]) =>
  z.optional(z.enum([...sorts, ...sorts.map(sort => `-${sort}` as const)]))

/** Rows in an order: which it is, and which others a list of this length has. */
const inOrder = <const Sort extends string>(sorts: readonly Sort[]) => ({
  sort: z.string().register(z.globalRegistry, {
    description: 'The sort order used; the default if the requested one is not available.',
  }),
  sorts: z.array(z.enum(sorts)).register(z.globalRegistry, {
    description: 'The available sort orders; very long lists have few.',
  }),
})

/** As of when the figure is whose rows these are. */
const asOf = z.object({
  refreshedAt: z.nullable(moment),
  bookedTo: z.nullable(z.string()),
  frozen: z.nullable(z.object({ on: z.string(), at: z.nullable(moment) })),
})

const dashboardLoans = endpoint({
  method: 'GET',
  path: '/api/dashboard/loans',
  permission: 'console.read',
  summary: 'Lists the loans behind a dashboard figure.',
  input: z.extend(page, { ...loansBehind.shape, sort: sortedBy(LOAN_SORTS) }),
  reply: z.extend(
    listOf(
      z.object({
        id,
        number: z.string(),
        customerId: id,
        customerName: z.string(),
        employer: z.string(),
        state: z.string(),
        status: z.string(),
        principal: kobo,
        owedPrincipal: kobo,
        arrears: kobo,
        daysPastDue: count,
        disbursedOn: z.nullable(z.string()),
        /** What it puts into the figure, where that is none of the sums above: due in the period, provision. */
        share: z.nullable(kobo),
      }),
    ),
    {
      sum: z.nullable(kobo).register(z.globalRegistry, {
        description: 'The amount of the figure; null for a figure that counts loans.',
      }),
      loans: z.nullable(count).register(z.globalRegistry, {
        description: 'The number of loans, for a figure that counts loans.',
      }),
      customers: z.optional(count).register(z.globalRegistry, {
        description: 'The number of customers, for a figure that counts customers.',
      }),
      officerName: z.optional(z.string()).register(z.globalRegistry, {
        description: 'Name of the account officer, for the loans of one officer.',
      }),
      asOf,
      rowsKept: z.boolean().register(z.globalRegistry, {
        description: 'False if the month-end snapshot has no loan details, or there is none.',
      }),
      ...inOrder(LOAN_SORTS),
    },
  ),
})

const dashboardReceipts = endpoint({
  method: 'GET',
  path: '/api/dashboard/receipts',
  permission: 'console.read',
  summary:
    'Lists the repayments, settlements and recoveries deducted or paid by borrowers, by value date or by payroll month, newest first by default.',
  input: z.extend(page, { ...receiptsBehind.shape, sort: sortedBy(RECEIPT_SORTS) }),
  reply: z.extend(
    listOf(
      z.object({
        id,
        loanId: id,
        loanNumber: z.string(),
        customerName: z.string(),
        type: z.string(),
        on: z.string(),
        /** The payroll month that it was deducted for; of other money the month of its value date. */
        payMonth: z.string(),
        amount: kobo,
        channel: z.nullable(z.string()),
        reference: z.nullable(z.string()),
      }),
    ),
    {
      /** What "collected" or "received" comes to in the period, from where the figure itself comes. */
      sum: kobo,
      asOf,
      ...inOrder(RECEIPT_SORTS),
    },
  ),
})

const dashboardCash = endpoint({
  method: 'GET',
  path: '/api/dashboard/cash',
  permission: 'console.read',
  summary:
    'Lists the payments received in the bank: those of borrowers and the remittances of payroll offices, newest first by default.',
  input: z.extend(page, { ...period.shape, sort: sortedBy(CASH_SORTS) }),
  reply: z.extend(
    listOf(
      z.object({
        id,
        /** receipt, settlement or recovery of a loan, or remittance. */
        type: z.string(),
        on: z.string(),
        amount: kobo,
        channel: z.nullable(z.string()),
        reference: z.nullable(z.string()),
        /** The customer, or the payroll source. */
        payer: z.string(),
        loanId: z.nullable(id),
        loanNumber: z.nullable(z.string()),
        /** The office receipt of a remittance. */
        receiptNumber: z.nullable(z.string()),
      }),
    ),
    { sum: kobo, asOf, ...inOrder(CASH_SORTS) },
  ),
})

const dashboardOverrides = endpoint({
  method: 'GET',
  path: '/api/dashboard/overrides',
  permission: 'console.read',
  summary:
    'Lists the failed checks overridden in a period, newest first by default, each with its reason and request.',
  input: z.extend(page, { ...period.shape, sort: sortedBy(OVERRIDE_SORTS) }),
  reply: z.extend(
    listOf(
      z.object({
        id: z.string(),
        requestId: id,
        reference: z.string(),
        applicant: z.string(),
        stage: z.enum(STAGES),
        at: moment,
        by: z.string(),
        reasonCode: z.string(),
        /** The item, and what was written about it. */
        note: z.string(),
      }),
    ),
    inOrder(OVERRIDE_SORTS),
  ),
})

const dashboardFigures = endpoint({
  method: 'GET',
  path: '/api/dashboard/portfolio',
  permission: 'console.read',
  summary: 'Returns the portfolio figures for a period of whole months, by default the current month.',
  input: z.extend(period, { employers: z._default(z.enum(['largest', 'all']), 'largest') }),
  reply: dashboardPortfolio,
})

export const dashboardApi = {
  dashboardWork: endpoint({
    method: 'GET',
    path: '/api/dashboard/work',
    permission: 'console.read',
    summary: 'Returns the user’s tasks: queues, pending approvals, customers in arrears and issues.',
    input: z.object({}),
    reply: dashboardWork,
  }),
  dashboardPortfolio: dashboardFigures,
  dashboardLoans,
  dashboardReceipts,
  dashboardCash,
  dashboardOverrides,
  dashboardLoansExport: exportOf(
    dashboardLoans,
    '/api/dashboard/loans-export',
    'Exports the loans behind a dashboard figure as CSV or XLSX.',
  ),
  dashboardReceiptsExport: exportOf(
    dashboardReceipts,
    '/api/dashboard/receipts-export',
    'Exports what was deducted or paid by borrowers, by value date or by payroll month, as CSV or XLSX.',
  ),
  dashboardCashExport: exportOf(
    dashboardCash,
    '/api/dashboard/cash-export',
    'Exports the payments received in the bank as CSV or XLSX.',
  ),
  dashboardOverridesExport: exportOf(
    dashboardOverrides,
    '/api/dashboard/overrides-export',
    'Exports the failed checks overridden in a period as CSV or XLSX.',
  ),
  dashboardRefresh: endpoint({
    method: 'POST',
    path: '/api/dashboard/refresh',
    permission: 'money.ask',
    summary: 'Refreshes the dashboard figures now instead of in a few minutes.',
    replay: false,
    unaudited: true, // it changes no record
    input: z.object({}),
    reply: done,
  }),
  dashboardExport: exportOf(
    { ...dashboardFigures, input: period },
    '/api/dashboard/export',
    'Exports the figures of a period as CSV, XLSX or PDF.',
    'pdf',
  ),
}
