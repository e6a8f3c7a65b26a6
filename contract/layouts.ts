import { z } from 'zod/mini'
import { text } from './endpoint.ts'

/**
 * Layouts of files that other programs read, as the settings hold them: which columns in which order, how dates and
 * amounts are written, and what is above and below the lines. Every such program has its own, and changes it.
 */

export const LAYOUT_USES = ['journal', 'payout', 'result', 'borrowers'] as const
export type LayoutUse = (typeof LAYOUT_USES)[number]

/**
 * How a value is written. Text is what people typed: it is cut at the width of its column. Whatever else is too long is
 * an error, since half a code, a date or an amount is another one.
 */
export type ContentKind = 'text' | 'code' | 'date' | 'amount'
type Content = {
  label: string
  kind: ContentKind
  uses: readonly LayoutUse[]
  /** Of the whole file, for the row above or below the lines; or of a line and of the file. */
  of?: 'total' | 'both'
}

/** What a cell can hold. */
export const LAYOUT_CONTENTS = {
  fixed: { label: 'Fixed text', kind: 'text', uses: ['journal', 'payout', 'borrowers'], of: 'both' },
  lineNo: { label: 'Number of the line', kind: 'code', uses: ['journal', 'payout', 'borrowers'] },
  journalNo: { label: 'Journal number', kind: 'code', uses: ['journal'] },
  date: { label: 'Date', kind: 'date', uses: ['journal'] },
  houseCode: { label: 'House code of the account', kind: 'code', uses: ['journal'] },
  accountCode: { label: 'Code of the account', kind: 'code', uses: ['journal'] },
  account: { label: 'Title of the account', kind: 'text', uses: ['journal'] },
  debit: { label: 'Debit', kind: 'amount', uses: ['journal'] },
  credit: { label: 'Credit', kind: 'amount', uses: ['journal'] },
  signedAmount: { label: 'Amount, credits negative', kind: 'amount', uses: ['journal'] },
  amount: { label: 'Amount without sign', kind: 'amount', uses: ['journal', 'payout', 'result'] },
  journalSide: { label: 'JD or JC', kind: 'code', uses: ['journal'] },
  shortSide: { label: 'Dr or Cr', kind: 'code', uses: ['journal'] },
  sideLetter: { label: 'D or C', kind: 'code', uses: ['journal'] },
  reference: { label: 'Reference', kind: 'text', uses: ['journal'] },
  details: { label: 'Description', kind: 'text', uses: ['journal'] },
  beneficiary: { label: 'Name of the beneficiary', kind: 'text', uses: ['payout'] },
  accountNumber: { label: 'Account number', kind: 'code', uses: ['payout'] },
  bankCode: { label: 'Bank code', kind: 'code', uses: ['payout'] },
  bankName: { label: 'Name of the bank', kind: 'text', uses: ['payout'] },
  narration: { label: 'Narration', kind: 'text', uses: ['payout'] },
  paymentReference: { label: 'Reference of the payment', kind: 'code', uses: ['payout', 'result'] },
  loanNumber: { label: 'Loan number', kind: 'code', uses: ['payout', 'borrowers'] },
  batchNumber: { label: 'Batch number', kind: 'code', uses: ['payout'], of: 'both' },
  valueDate: { label: 'Value date', kind: 'date', uses: ['payout'], of: 'both' },
  payingAccount: { label: 'Paying account', kind: 'text', uses: ['payout'], of: 'both' },
  status: { label: 'Status', kind: 'text', uses: ['result'] },
  bankReference: { label: 'Reference of the bank', kind: 'text', uses: ['result'] },
  paidOn: { label: 'Date of the payment', kind: 'date', uses: ['result'] },
  failureReason: { label: 'Reason of a failure', kind: 'text', uses: ['result'] },
  customerNumber: { label: 'Customer number', kind: 'code', uses: ['borrowers'] },
  title: { label: 'Title', kind: 'text', uses: ['borrowers'] },
  surname: { label: 'Surname', kind: 'text', uses: ['borrowers'] },
  firstName: { label: 'First name', kind: 'text', uses: ['borrowers'] },
  otherNames: { label: 'Other names', kind: 'text', uses: ['borrowers'] },
  gender: { label: 'Gender', kind: 'text', uses: ['borrowers'] },
  birthDate: { label: 'Date of birth', kind: 'date', uses: ['borrowers'] },
  bvn: { label: 'BVN', kind: 'code', uses: ['borrowers'] },
  nin: { label: 'NIN', kind: 'code', uses: ['borrowers'] },
  phone: { label: 'Phone', kind: 'code', uses: ['borrowers'] },
  email: { label: 'Email', kind: 'text', uses: ['borrowers'] },
  address: { label: 'Address', kind: 'text', uses: ['borrowers'] },
  state: { label: 'State', kind: 'text', uses: ['borrowers'] },
  employer: { label: 'Employer (MDA)', kind: 'text', uses: ['borrowers'] },
  staffNumber: { label: 'IPPIS / staff number', kind: 'code', uses: ['borrowers'] },
  product: { label: 'Product', kind: 'text', uses: ['borrowers'] },
  disbursedOn: { label: 'Disbursed on', kind: 'date', uses: ['borrowers'] },
  maturesOn: { label: 'Last instalment due on', kind: 'date', uses: ['borrowers'] },
  loanAmount: { label: 'Principal of the loan', kind: 'amount', uses: ['borrowers'] },
  tenor: { label: 'Tenor in instalments', kind: 'code', uses: ['borrowers'] },
  instalment: { label: 'Instalment', kind: 'amount', uses: ['borrowers'] },
  outstanding: { label: 'Outstanding balance', kind: 'amount', uses: ['borrowers'], of: 'both' },
  outstandingPrincipal: { label: 'Outstanding principal', kind: 'amount', uses: ['borrowers'] },
  arrears: { label: 'Arrears', kind: 'amount', uses: ['borrowers'] },
  daysPastDue: { label: 'Days past due', kind: 'code', uses: ['borrowers'] },
  lastPaidOn: { label: 'Last payment on', kind: 'date', uses: ['borrowers'] },
  classification: { label: 'Class of the loan', kind: 'text', uses: ['borrowers'] },
  loanStatus: { label: 'Status of the loan', kind: 'text', uses: ['borrowers'] },
  asOf: { label: 'Last day of the month', kind: 'date', uses: ['borrowers'], of: 'both' },
  lines: { label: 'Number of lines', kind: 'code', uses: ['journal', 'payout', 'borrowers'], of: 'total' },
  from: { label: 'First day', kind: 'date', uses: ['journal'], of: 'total' },
  to: { label: 'Last day', kind: 'date', uses: ['journal'], of: 'total' },
  debits: { label: 'Total debits', kind: 'amount', uses: ['journal'], of: 'total' },
  credits: { label: 'Total credits', kind: 'amount', uses: ['journal'], of: 'total' },
  total: { label: 'Total amount', kind: 'amount', uses: ['payout'], of: 'total' },
  hashTotal: { label: 'Sum of the account numbers', kind: 'code', uses: ['payout'], of: 'total' },
} as const satisfies Record<string, Content>
export type LayoutContent = keyof typeof LAYOUT_CONTENTS
const CONTENT_NAMES = Object.keys(LAYOUT_CONTENTS) as [LayoutContent, ...LayoutContent[]]

/** What a column, or a cell above or below the lines, can hold in a file for this use. */
export const contentsFor = (use: LayoutUse, of: 'line' | 'total'): LayoutContent[] =>
  CONTENT_NAMES.filter(name => {
    const content: Content = LAYOUT_CONTENTS[name]
    if (!content.uses.includes(use)) return false
    return content.of === 'both' || (content.of === 'total') === (of === 'total')
  })

export const LAYOUT_FORMATS = ['csv', 'fixed', 'xlsx'] as const
export const LAYOUT_SEPARATORS = ['comma', 'semicolon', 'tab', 'bar'] as const
export const LAYOUT_ENCODINGS = ['utf8Mark', 'utf8', 'latin1', 'ascii'] as const
export const LAYOUT_DATES = [
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'YYYY-MM-DD',
  'DD-MMM-YYYY',
  'DDMMYYYY',
  'YYYYMMDD',
] as const
export const LAYOUT_AMOUNTS = ['naira', 'kobo'] as const
export const LAYOUT_FILLS = ['after', 'before', 'zeros'] as const
export const LAYOUT_GROUPINGS = ['day', 'entry'] as const

const WIDTH_MAX = 300
const COLUMNS_MAX = 80
const CELLS_MAX = 12

const openText = (longest: number) => text(longest, 0)
/** Digits as people type them; no width is none or zero. */
const width = z
  .number()
  .check(z.int('A whole number'), z.gte(0, 'At least 0'), z.lte(WIDTH_MAX, `At most ${WIDTH_MAX}`))

const column = z.strictObject({
  heading: openText(60),
  content: z.enum(CONTENT_NAMES),
  /** What a column of fixed text holds. */
  text: openText(80),
  /** Characters: exactly in a file of fixed widths, at most in any other. Zero is any number of them. */
  width,
  /** Where a file of fixed widths fills up: spaces after, spaces before, zeros before. */
  fill: z.enum(LAYOUT_FILLS),
})
export type LayoutColumn = z.output<typeof column>

export const fileLayout = z.strictObject({
  name: text(60, 3),
  use: z.enum(LAYOUT_USES),
  status: z.enum(['active', 'retired']),
  /** Of files for a bank: the account of the company that pays. Blank is every account without a layout of its own. */
  payingAccount: openText(80),
  format: z.enum(LAYOUT_FORMATS),
  separator: z.enum(LAYOUT_SEPARATORS),
  quotes: z.enum(['needed', 'all']),
  encoding: z.enum(LAYOUT_ENCODINGS),
  lineEnd: z.enum(['windows', 'unix']),
  firstRow: z.enum(['headings', 'none']),
  dates: z.enum(LAYOUT_DATES),
  amounts: z.enum(LAYOUT_AMOUNTS),
  /** Of journals: one line for each day, account and side, or every line of every entry. */
  grouping: z.enum(LAYOUT_GROUPINGS),
  columns: z
    .array(column)
    .check(z.minLength(1, 'Add a column'), z.maxLength(COLUMNS_MAX, `At most ${COLUMNS_MAX} columns`)),
  header: z.array(column).check(z.maxLength(CELLS_MAX, `At most ${CELLS_MAX} cells`)),
  trailer: z.array(column).check(z.maxLength(CELLS_MAX, `At most ${CELLS_MAX} cells`)),
})
export type FileLayout = z.output<typeof fileLayout>

// ── What a new lender starts with ──────────────────────────────────────────────────────────────────────────────────

type Seeded = readonly [heading: string, content: LayoutContent, text?: string, width?: number]

const columnsOf = (seeded: readonly Seeded[]): LayoutColumn[] =>
  seeded.map(([heading, content, fixed = '', wide = 0]) => ({
    heading,
    content,
    text: fixed,
    width: wide,
    fill: 'after',
  }))

export const layoutOf = (
  given: Partial<Omit<FileLayout, 'columns'>> & Pick<FileLayout, 'name' | 'use'>,
  columns: readonly Seeded[],
): FileLayout => ({
  status: 'active',
  payingAccount: '',
  format: 'csv',
  separator: 'comma',
  quotes: 'needed',
  encoding: 'utf8',
  lineEnd: 'windows',
  firstRow: 'headings',
  dates: 'DD/MM/YYYY',
  amounts: 'naira',
  grouping: 'day',
  header: [],
  trailer: [],
  ...given,
  columns: columnsOf(columns),
})

/** The columns that the three programs publish for their import; widths are what their fields take. */
export const LAYOUTS_INITIAL: FileLayout[] = [
  layoutOf({ name: 'Sage 50 audit trail', use: 'journal', encoding: 'latin1' }, [
    ['Type', 'journalSide'],
    ['Account Reference', 'fixed'],
    ['Nominal A/C Ref', 'houseCode', '', 8],
    ['Department Code', 'fixed', '0'],
    ['Date', 'date'],
    ['Reference', 'reference', '', 30],
    ['Details', 'details', '', 60],
    ['Net Amount', 'amount'],
    ['Tax Code', 'fixed', 'T9'],
    ['Tax Amount', 'fixed', '0.00'],
  ]),
  layoutOf({ name: 'QuickBooks Online journal entries', use: 'journal' }, [
    ['*JournalNo', 'journalNo', '', 21],
    ['*JournalDate', 'date'],
    ['*AccountName', 'houseCode'],
    ['*Debits', 'debit'],
    ['*Credits', 'credit'],
    ['Description', 'details'],
    ['Name', 'fixed'],
  ]),
  layoutOf({ name: 'Tally Prime vouchers', use: 'journal', format: 'xlsx', dates: 'DD-MMM-YYYY' }, [
    ['Voucher Date', 'date'],
    ['Voucher Type Name', 'fixed', 'Journal'],
    ['Voucher Number', 'journalNo'],
    ['Ledger Name', 'houseCode'],
    ['Ledger Amount', 'amount'],
    ['Ledger Amount Dr/Cr', 'shortSide'],
    ['Voucher Narration', 'details'],
  ]),
  layoutOf(
    { name: 'Every entry', use: 'journal', encoding: 'utf8Mark', dates: 'YYYY-MM-DD', grouping: 'entry' },
    [
      ['Entry', 'journalNo'],
      ['Date', 'date'],
      ['Code', 'accountCode'],
      ['House code', 'houseCode'],
      ['Account', 'account'],
      ['Debit (NGN)', 'debit'],
      ['Credit (NGN)', 'credit'],
      ['Reference', 'reference'],
      ['Description', 'details'],
    ],
  ),
  layoutOf({ name: 'CRC individual borrowers', use: 'borrowers', format: 'xlsx' }, [
    ['Customer ID', 'customerNumber'],
    ['Surname', 'surname'],
    ['First Name', 'firstName'],
    ['Middle Name', 'otherNames'],
    ['Date of Birth', 'birthDate'],
    ['National Identity Number', 'nin'],
    ['BVN No', 'bvn'],
    ['Gender', 'gender'],
    ['Mobile Number', 'phone'],
    ['Email', 'email'],
    ['Primary Address', 'address'],
    ['State', 'state'],
    ['Employer', 'employer'],
    ['Account Number', 'loanNumber'],
    ['Account Status', 'loanStatus'],
    ['Loan Effective Date', 'disbursedOn'],
    ['Maturity Date', 'maturesOn'],
    ['Credit Limit', 'loanAmount'],
    ['Outstanding Balance', 'outstanding'],
    ['Instalment Amount', 'instalment'],
    ['Currency', 'fixed', 'NGN'],
    ['Days in Arrears', 'daysPastDue'],
    ['Overdue Amount', 'arrears'],
    ['Loan Type', 'product'],
    ['Loan Tenor', 'tenor'],
    ['Last Payment Date', 'lastPaidOn'],
    ['Loan Classification', 'classification'],
    ['Reporting Date', 'asOf'],
  ]),
  layoutOf({ name: 'FirstCentral individual borrowers', use: 'borrowers', separator: 'tab' }, [
    ['CUSTOMERID', 'customerNumber'],
    ['ACCOUNTNUMBER', 'loanNumber'],
    ['SURNAME', 'surname'],
    ['FIRSTNAME', 'firstName'],
    ['MIDDLENAME', 'otherNames'],
    ['TITLE', 'title'],
    ['GENDER', 'gender'],
    ['DATEOFBIRTH', 'birthDate'],
    ['BVN', 'bvn'],
    ['NATIONALID', 'nin'],
    ['MOBILENUMBER', 'phone'],
    ['ADDRESS', 'address'],
    ['STATE', 'state'],
    ['EMPLOYER', 'employer'],
    ['DATEDISBURSED', 'disbursedOn'],
    ['MATURITYDATE', 'maturesOn'],
    ['LOANAMOUNT', 'loanAmount'],
    ['TENOR', 'tenor'],
    ['INSTALMENTAMOUNT', 'instalment'],
    ['OUTSTANDINGBALANCE', 'outstanding'],
    ['AMOUNTOVERDUE', 'arrears'],
    ['DAYSINARREARS', 'daysPastDue'],
    ['CURRENCY', 'fixed', 'NGN'],
    ['LASTPAYMENTDATE', 'lastPaidOn'],
    ['CLASSIFICATION', 'classification'],
    ['ACCOUNTSTATUS', 'loanStatus'],
    ['REPORTINGDATE', 'asOf'],
  ]),
]

// ── What a layout must not have ────────────────────────────────────────────────────────────────────────────────────

/** As parsed or as sent: the browser checks what it has not sent yet. */
type WrittenColumn = Pick<LayoutColumn, 'content' | 'text' | 'width' | 'heading'>
type Written = Pick<FileLayout, 'name' | 'use' | 'format' | 'status' | 'payingAccount'> & {
  columns: readonly WrittenColumn[]
  header: readonly WrittenColumn[]
  trailer: readonly WrittenColumn[]
}
type Problem = [path: string, problem: string]

/** Every problem of the layouts that are written from now on, by field. */
export const layoutsProblems = (layouts: readonly Written[]): Record<string, string> =>
  Object.fromEntries(layouts.flatMap((layout, index) => layoutProblems(`layouts.${index}`, layout, layouts)))

/** Of one layout by itself, for a preview. */
export const oneLayoutProblems = (layout: Written): Record<string, string> =>
  Object.fromEntries(layoutProblems('layout', layout, [layout]))

function layoutProblems(path: string, layout: Written, all: readonly Written[]): Problem[] {
  const { use, format, columns, header, trailer } = layout
  const key = (name: string): string => name.trim().toLowerCase()
  const first = all.findIndex(each => key(each.name) === key(layout.name))
  return [
    ...(all[first] === layout ? [] : [[`${path}.name`, 'Already the name of a layout'] satisfies Problem]),
    ...cellProblems(`${path}.columns`, columns, contentsFor(use, 'line'), format),
    ...cellProblems(`${path}.header`, header, contentsFor(use, 'total'), format),
    ...cellProblems(`${path}.trailer`, trailer, contentsFor(use, 'total'), format),
    ...neededProblems(path, layout),
    ...accountProblems(path, layout, all),
  ]
}

/** One layout for each paying account, or it would be left to chance which one makes its file. */
function accountProblems(path: string, layout: Written, all: readonly Written[]): Problem[] {
  const { use, status, payingAccount } = layout
  if ((use !== 'payout' && use !== 'result') || status === 'retired') return []
  const first = all.find(
    each => each.use === use && each.status === 'active' && each.payingAccount === payingAccount,
  )
  return first === layout ? [] : [[`${path}.payingAccount`, `${first?.name} is the layout of this account`]]
}

function cellProblems(
  path: string,
  cells: readonly WrittenColumn[],
  allowed: readonly LayoutContent[],
  format: FileLayout['format'],
): Problem[] {
  return cells.flatMap(({ content, width: wide, text: fixed }, index): Problem[] => {
    const at = `${path}.${index}`
    return [
      ...(allowed.includes(content)
        ? []
        : [[`${at}.content`, 'This file does not have it here'] satisfies Problem]),
      ...(format === 'fixed' && wide < 1
        ? [[`${at}.width`, 'Enter the width of the column'] satisfies Problem]
        : []),
      ...(content === 'fixed' && wide > 0 && fixed.length > wide
        ? [[`${at}.text`, `At most ${wide} characters, the width of the column`] satisfies Problem]
        : []),
    ]
  })
}

/** A file without these cannot be posted, paid or read anywhere. */
function neededProblems(path: string, { use, columns }: Written): Problem[] {
  if (columns.length === 0) return []
  const has = (...contents: LayoutContent[]): boolean =>
    columns.some(({ content }) => contents.includes(content))
  const needed = (is: boolean, what: string): string[] => (is ? [] : [what])
  const sided = has('amount') && has('journalSide', 'shortSide', 'sideLetter')
  const missing = {
    journal: () => [
      ...needed(has('date'), 'the date'),
      ...needed(has('houseCode', 'accountCode'), 'the code of the account'),
      ...needed(
        (has('debit') && has('credit')) || sided || has('signedAmount'),
        'debit and credit, or the amount with its side',
      ),
    ],
    payout: () => [
      ...needed(has('accountNumber'), 'the account number'),
      ...needed(has('bankCode', 'bankName'), 'the bank'),
      ...needed(has('amount'), 'the amount'),
      ...needed(has('paymentReference'), 'the reference, by which the result is recognised'),
    ],
    borrowers: () => [
      ...needed(has('loanNumber'), 'the loan number'),
      ...needed(has('outstanding', 'outstandingPrincipal'), 'the outstanding balance'),
    ],
    result: () => [
      ...needed(has('paymentReference'), 'the reference of the payment'),
      ...needed(has('status'), 'the status'),
    ],
  }[use]()
  return [
    ...(missing.length === 0
      ? []
      : [[`${path}.columns`, `Add a column for ${missing.join(' and ')}`] satisfies Problem]),
    ...(use === 'result'
      ? columns.flatMap(({ heading }, at): Problem[] =>
          heading.trim() === ''
            ? [[`${path}.columns.${at}.heading`, 'Enter the heading that the bank uses']]
            : [],
        )
      : []),
  ]
}
