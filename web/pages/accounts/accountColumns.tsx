import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { tenorText } from '../../../contract/products.ts'
import { IPPIS_NO } from '../../../contract/vocabulary.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import { Amount } from '../../parts/Amount.tsx'
import { dayText } from '../../parts/figures.ts'
import { ClassBadge, FrozenBadge } from '../../parts/loan/LoanBadges.tsx'
import {
  COMPONENT_WORDS,
  COMPONENTS,
  type LoanRow,
  type LoanTab,
  payMonthText,
} from '../../parts/loan/loanWords.ts'
import { Officer } from '../../parts/Officer.tsx'
import { dayInLagos } from '../../parts/today.ts'
import { paths } from '../../paths.ts'
import { CellText } from '../../ui/CellText.tsx'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { PAYOUTS_TAB } from './accountTabs.ts'
import { PartsList } from './loan/PartsList.tsx'

type Cell = (row: LoanRow) => ReactNode

const account: Cell = row => (
  <span className="flex items-center gap-2">
    <RowLink to={paths.loan(row.id)} number={row.number}>
      {row.customerName}
    </RowLink>
    {row.frozen && <FrozenBadge />}
  </span>
)

const product: Cell = row => <CellText beside={tenorText(row.tenor, row.rhythm)}>{row.productName}</CellText>

const spoken = (row: LoanRow): string =>
  COMPONENTS.filter(each => row.outstanding[each] !== 0n)
    .map(each => `${COMPONENT_WORDS[each]} ${formatNaira(row.outstanding[each])}`)
    .join(', ')

/** Shows the components in a tooltip on hover, focus or touch. */
const outstanding: Cell = row =>
  row.outstandingTotal === 0n ? (
    <EmptyValue>Nothing</EmptyValue>
  ) : (
    <Tooltip content={<PartsList parts={row.outstanding} />} side="left" onPress>
      <span
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users see the components on focus
        tabIndex={0}
        className="rounded font-medium underline decoration-line decoration-dotted underline-offset-4"
      >
        <Amount of={row.outstandingTotal} />
        <span className="sr-only"> ({spoken(row)})</span>
      </span>
    </Tooltip>
  )

const arrears: Cell = row =>
  row.arrears === 0n ? <EmptyValue /> : <Amount of={row.arrears} className="font-medium text-negative" />

const late: Cell = row => (
  <span className="flex items-center gap-2">
    <ClassBadge className={row.className} />
    {row.daysPastDue > 0 && <span className="tabular-nums">{countOf(row.daysPastDue, 'day')}</span>}
  </span>
)

const nextDue: Cell = row =>
  row.nextDueOn === null ? <EmptyValue>Nothing due</EmptyValue> : dayText(row.nextDueOn)

const day = (at: string | null): ReactNode =>
  at === null ? <EmptyValue>None</EmptyValue> : <span className="whitespace-nowrap">{dayText(at)}</span>

const ACCOUNT: Column<LoanRow> = {
  id: 'account',
  title: 'Loan',
  sort: 'number',
  lead: true,
  cell: account,
}
const PRODUCT: Column<LoanRow> = { id: 'product', title: 'Product', cell: product }
const OUTSTANDING: Column<LoanRow> = {
  id: 'outstanding',
  title: 'Outstanding',
  sort: 'outstanding',
  align: 'right',
  cell: outstanding,
}
const ARREARS: Column<LoanRow> = { id: 'arrears', title: 'Arrears', align: 'right', cell: arrears }
const LATE: Column<LoanRow> = {
  id: 'late',
  title: 'Class',
  sort: 'daysPastDue',
  phone: 'status',
  cell: late,
}
/** What counts in messages and collection; months whose file is awaited are left out. */
const CONDUCT: Column<LoanRow> = {
  id: 'conduct',
  title: 'By conduct',
  cell: ({ conduct, daysPastDue }) =>
    !conduct ? (
      <EmptyValue />
    ) : conduct.daysPastDue > 0 ? (
      <span className="tabular-nums">{countOf(conduct.daysPastDue, 'day')}</span>
    ) : (
      <span className="text-muted">{daysPastDue > 0 ? 'Awaiting file' : 'On time'}</span>
    ),
}
const LAST_HEARD: Column<LoanRow> = {
  id: 'lastHeard',
  title: 'Last heard',
  className: 'whitespace-nowrap',
  cell: ({ conduct }) =>
    conduct?.lastHeard ? payMonthText(conduct.lastHeard) : <EmptyValue>None</EmptyValue>,
}
const NEXT: Column<LoanRow> = { id: 'next', title: 'Next due', phone: 'date', cell: nextDue }
/** Deductions before the import of a migrated loan are not recorded. */
const noDeduction = ({ lastReceiptOn }: LoanRow): string =>
  lastReceiptOn === null ? 'None' : 'None since import'
const NEXT_AMOUNT: Column<LoanRow> = {
  id: 'nextAmount',
  title: 'Next amount',
  align: 'right',
  isOptional: true,
  cell: row => (row.nextDueAmount === null ? <EmptyValue /> : <Amount of={row.nextDueAmount} />),
}
const IPPIS: Column<LoanRow> = {
  id: 'ippis',
  title: IPPIS_NO,
  isOptional: true,
  className: 'tabular-nums',
  cell: row => row.ippisNumber,
}
const LAST: Column<LoanRow> = {
  id: 'last',
  title: 'Last deduction',
  className: 'whitespace-nowrap',
  cell: row =>
    row.lastDeductionMonth === null ? (
      <EmptyValue>{noDeduction(row)}</EmptyValue>
    ) : (
      payMonthText(row.lastDeductionMonth)
    ),
}
const OFFICER: Column<LoanRow> = {
  id: 'officer',
  title: 'Account officer',
  className: 'whitespace-nowrap',
  cell: row => <Officer name={row.officerName} code={row.officerCode} />,
}
const BATCH: Column<LoanRow> = {
  id: 'batch',
  title: 'Batch',
  phone: 'status',
  cell: ({ payoutBatch }) =>
    payoutBatch === null ? (
      <EmptyValue>Not in a batch</EmptyValue>
    ) : (
      <Link
        to={paths.accountsTab(PAYOUTS_TAB, { batch: payoutBatch.id })}
        className="rounded underline decoration-line underline-offset-4 hover:decoration-current"
      >
        In {payoutBatch.number}
      </Link>
    ),
}
const APPROVED: Column<LoanRow> = {
  id: 'approved',
  title: 'Approved',
  phone: 'date',
  cell: row => day(row.approvedOn),
}
const AMOUNT: Column<LoanRow> = {
  id: 'amount',
  title: 'Amount',
  align: 'right',
  cell: row => <Amount of={row.principal} className="font-medium" />,
}
const FIRST: Column<LoanRow> = {
  id: 'instalment',
  title: 'First deduction',
  align: 'right',
  cell: ({ firstDue }) =>
    firstDue === null ? (
      <EmptyValue>Not available</EmptyValue>
    ) : (
      <CellText below={`${dayText(firstDue.on)}, if disbursed today`}>
        <Amount of={firstDue.amount} />
      </CellText>
    ),
}
const CREDIT: Column<LoanRow> = {
  id: 'credit',
  title: 'Credit balance',
  align: 'right',
  cell: row => <Amount of={row.credit} className="font-medium" />,
}

const WRITTEN_OFF: Column<LoanRow> = {
  id: 'writtenOff',
  title: 'Written off',
  align: 'right',
  cell: ({ loss }) => loss && <Amount of={loss.writtenOff} className="font-medium text-negative" />,
}
const RECOVERED: Column<LoanRow> = {
  id: 'recovered',
  title: 'Recovered',
  align: 'right',
  cell: ({ loss }) =>
    loss && loss.recovered > 0n ? <Amount of={loss.recovered} /> : <EmptyValue>Nothing</EmptyValue>,
}

type Promised = NonNullable<NonNullable<LoanRow['contact']>['promise']>

const OUTCOMES = { open: '', kept: ', kept', broken: ', broken' } as const

/** The amount without kobo and the date beside it; all of it on hover. */
function Promised({ amount, on, outcome, isLate }: Promised) {
  const state = isLate ? ', overdue' : OUTCOMES[outcome]
  return (
    <CellText
      title={`Promised ${formatNaira(amount)} for ${dayText(on)}${state}`}
      below={dayText(on)}
      className={clsx(
        (isLate || outcome === 'broken') && 'text-negative',
        outcome === 'kept' && 'text-positive',
      )}
    >
      <Amount of={amount} short />
      <span className="sr-only">{state}</span>
    </CellText>
  )
}

const PROMISE: Column<LoanRow> = {
  id: 'promise',
  title: 'Promise',
  cell: ({ contact }) => (contact?.promise ? <Promised {...contact.promise} /> : <EmptyValue />),
}
const CONTACT_WORDS = { message: 'SMS', note: 'Note' } as const
const CONTACT: Column<LoanRow> = {
  id: 'contact',
  title: 'Last contact',
  phone: 'date',
  className: 'whitespace-nowrap',
  cell: ({ contact }) =>
    contact?.last ? (
      <CellText below={CONTACT_WORDS[contact.last.way]}>{dayInLagos(contact.last.at)}</CellText>
    ) : (
      <EmptyValue>No contact</EmptyValue>
    ),
}

/** Eight columns need a wide screen. */
const REPAID: readonly Column<LoanRow>[] = [
  ACCOUNT,
  { ...PRODUCT, isOptional: true },
  OUTSTANDING,
  ARREARS,
  LATE,
  { ...NEXT, goes: 'second' },
  NEXT_AMOUNT,
  { ...LAST, goes: 'first' },
  { ...OFFICER, goes: 'first' },
  IPPIS,
]

/** Columns by tab. */
export const ACCOUNT_COLUMNS: Record<LoanTab, readonly Column<LoanRow>[]> = {
  awaiting: [
    ACCOUNT,
    { ...PRODUCT, isOptional: true },
    AMOUNT,
    { ...FIRST, goes: 'first' },
    BATCH,
    APPROVED,
    OFFICER,
  ],
  live: REPAID,
  arrears: [
    ACCOUNT,
    { ...PRODUCT, isOptional: true },
    OUTSTANDING,
    ARREARS,
    LATE,
    { ...CONDUCT, goes: 'second' },
    { ...PROMISE, goes: 'second' },
    { ...CONTACT, goes: 'first' },
    { ...OFFICER, goes: 'first' },
    { ...NEXT, isOptional: true },
    NEXT_AMOUNT,
    { ...LAST, isOptional: true },
    { ...LAST_HEARD, isOptional: true },
    IPPIS,
  ],
  overpaid: [ACCOUNT, PRODUCT, AMOUNT, CREDIT, LAST, OFFICER],
  closed: [ACCOUNT, PRODUCT, AMOUNT, LAST, OFFICER],
  writtenOff: [ACCOUNT, { ...PRODUCT, goes: 'first' }, AMOUNT, WRITTEN_OFF, RECOVERED, LAST, OFFICER],
  cancelled: [ACCOUNT, PRODUCT, AMOUNT, APPROVED, OFFICER],
}

/** Help texts of the columns that need one. */
const MEANS: Readonly<Record<string, string>> = {
  amount: 'Approved principal.',
  instalment: 'First amount due and its date, if the loan is disbursed today.',
  outstanding:
    'Outstanding principal, plus the interest, fees and penalties of the current schedule. Hover or tap to see the components.',
  arrears: 'Amounts due before today and unpaid.',
  late: 'Days past due (DPD): days since the oldest unpaid due date. They determine the class (Settings > Loan classification).',
  conduct:
    'Days past due without months whose deduction file has not arrived. They decide on messages and penalties.',
  lastHeard: 'The last payroll month whose deduction file is posted.',
  next: 'The next day on which something falls due.',
  nextAmount: 'What falls due on that day.',
  promise: 'The last promise to pay: amount and date, and whether it was kept.',
  contact: 'The last SMS that was sent to the customer, or the last note or promise.',
  last: 'The last payroll month for which a deduction was posted.',
  credit: 'Amount received above what was owed and not refunded.',
  writtenOff: 'Outstanding balance when the loan was written off.',
  recovered: 'Amounts received after the write-off.',
}

export const meaningsOf = (tab: LoanTab): { term: string; means: string }[] =>
  ACCOUNT_COLUMNS[tab].flatMap(({ id, title }) => {
    const means = MEANS[id]
    return means === undefined ? [] : [{ term: title, means }]
  })
