import type { RefundListed } from '../../../contract/refunds.ts'
import { Amount } from '../../parts/Amount.tsx'
import { dayText } from '../../parts/figures.ts'
import { Officer } from '../../parts/Officer.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CellText } from '../../ui/CellText.tsx'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { SelectRow } from '../../ui/SelectRow.tsx'
import type { Column } from '../../ui/Table.tsx'
import { payoutPath } from './payoutWords.ts'
import { REFUND_STATES, type RefundRow } from './refundWords.ts'

type Selecting = {
  has: (id: string) => boolean
  whyNot: (row: RefundRow) => string | null
  toggle: (id: string) => void
}

export const selectRefund = ({ has, whyNot, toggle }: Selecting): Column<RefundRow> => ({
  id: 'select',
  title: 'Select',
  titleHidden: true,
  className: 'md:w-px md:pr-0!',
  cell: row => {
    const why = whyNot(row)
    return (
      <SelectRow
        name={row.number}
        checked={has(row.id)}
        {...(why ? { disabledReason: why } : {})}
        onChange={() => toggle(row.id)}
      />
    )
  },
})

const inBatch = (status: RefundListed): boolean => status === 'paying' || status === 'paid'

/** The case with its loan, amount, age and what comes next. */
export const refundColumns = (
  status: RefundListed,
  onOpen: (id: string) => void,
): readonly Column<RefundRow>[] => [
  {
    id: 'customer',
    title: 'Customer',
    lead: true,
    cell: row => (
      <RowLink to={paths.loan(row.loanId)} number={row.loanNumber}>
        {row.customerName}
      </RowLink>
    ),
  },
  {
    id: 'case',
    title: 'Case',
    cell: row => (
      <CellText below={row.note ?? ''}>
        <button
          type="button"
          onClick={() => onOpen(row.id)}
          aria-label={`View case ${row.number}`}
          className="rounded underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {row.number}
        </button>
      </CellText>
    ),
  },
  {
    id: 'amount',
    title: 'Refund',
    align: 'right',
    cell: row => <Amount of={row.amount} className="font-medium" />,
  },
  {
    id: 'since',
    title: 'In this state',
    phone: 'date',
    cell: row => (
      <CellText below={<RelativeTime at={`${row.since}T11:00:00Z`} />}>{dayText(row.since)}</CellText>
    ),
  },
  {
    id: 'account',
    title: 'Bank account',
    goes: 'early',
    cell: row =>
      row.account === '' ? (
        <EmptyValue>Not provided</EmptyValue>
      ) : (
        <CellText below={row.account}>{row.bankName}</CellText>
      ),
  },
  ...(inBatch(status)
    ? [
        {
          id: 'batch',
          title: 'Batch',
          cell: (row: RefundRow) =>
            row.batch ? (
              <LinkButton to={payoutPath(row.batch.id)} size="small">
                {row.batch.number}
              </LinkButton>
            ) : (
              <EmptyValue>None</EmptyValue>
            ),
        },
      ]
    : [
        {
          id: 'next',
          title: 'Next step',
          className: 'md:max-w-44',
          cell: (row: RefundRow) => nextOf(status, row),
        },
      ]),
  {
    id: 'officer',
    title: 'Account officer',
    cell: row => <Officer code={row.officerCode} name={row.officerName} />,
  },
]

function nextOf(status: RefundListed, row: RefundRow) {
  const why = status === 'approved' ? row.cannotPay : row.cannotPropose
  if (status === 'ended') return <EmptyValue>None</EmptyValue>
  if (status === 'proposed') return 'Pending approval'
  if (why) return <span className="text-muted">{why}</span>
  const { title, tone } =
    status === 'approved'
      ? { title: 'Add to a batch', tone: 'brand' as const }
      : { title: 'Propose', tone: REFUND_STATES[status].tone }
  return <Badge tone={tone}>{title}</Badge>
}
