import clsx from 'clsx'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { countText } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import { Amount } from '../../parts/Amount.tsx'
import { periodText } from '../../parts/intake/intakeWords.ts'
import { BATCH_WORDS, type BatchRow, fileRowsText, gapsOf } from '../../parts/repayments/repaymentWords.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CellText } from '../../ui/CellText.tsx'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'
import { BinShares } from './BinShares.tsx'

const small = 'text-[0.8125rem] text-muted'

export const BATCH: Column<BatchRow> = {
  id: 'batch',
  title: 'Batch',
  lead: true,
  className: 'md:min-w-48',
  cell: batch => (
    <RowLink to={paths.repayment(batch.id)} number={`${batch.sourceName}, ${periodText(batch.period)}`}>
      {batch.number}
    </RowLink>
  ),
}

/** The bank credit is known only after submission. */
const hasBankCredit = ({ status }: BatchRow): boolean => status !== 'open' && status !== 'waiting'

function Totals({ batch }: { batch: BatchRow }) {
  const gaps = gapsOf(batch, hasBankCredit(batch) ? batch.bankCredit : undefined)
  const Icon = gaps.length > 0 ? CircleAlert : CircleCheck
  return (
    <span className="inline-flex items-center gap-1.5" title={gaps.join(', ') || fileRowsText(batch)}>
      <Icon
        role="img"
        aria-label={gaps.length > 0 ? `totals differ: ${gaps.join(', ')}` : 'totals agree'}
        size={14}
        className={gaps.length > 0 ? 'text-caution' : 'text-positive'}
      />
      <Amount of={batch.fileTotal} className="font-medium" />
    </span>
  )
}

function State({ batch }: { batch: BatchRow }) {
  const { status, rowsDone, rowsToDo, rowsRefused } = batch
  return (
    <span className="flex items-center gap-2">
      <BatchBadge batch={batch} />
      {status === 'posting' && (
        <span className={`${small} tabular-nums`}>
          {countText(rowsDone)} of {countText(rowsToDo)}
        </span>
      )}
      {rowsRefused > 0 && (
        <Link
          to={`${paths.repayment(batch.id)}?status=refused`}
          className="rounded text-[0.8125rem] text-negative underline underline-offset-2"
        >
          {countText(rowsRefused)} not posted
        </Link>
      )}
    </span>
  )
}

function Money({ batch }: { batch: BatchRow }) {
  const { postedTotal, suspenseTotal, unremitted } = batch
  if (postedTotal + suspenseTotal === 0n) return <EmptyValue>None</EmptyValue>
  const besides = [
    ...(suspenseTotal > 0n ? [`${formatNaira(suspenseTotal)} in suspense`] : []),
    ...(unremitted > 0n ? [`${formatNaira(unremitted)} unremitted`] : []),
  ]
  return (
    <span title={besides.join(', ')}>
      <Amount of={postedTotal} className={clsx(unremitted > 0n && 'text-caution')} />
      <span className="sr-only">{besides.join(', ')}</span>
    </span>
  )
}

const People = ({ batch }: { batch: BatchRow }) => (
  <CellText
    title={batch.approvedBy ? `Approved by ${batch.approvedBy}` : undefined}
    below={<RelativeTime at={batch.openedAt} />}
  >
    <span className="max-md:hidden max-md:group-data-open/row:inline">{batch.uploadedBy}</span>
    {batch.approvedBy && <span className="sr-only">, approved by {batch.approvedBy}</span>}
  </CellText>
)

export const BATCH_COLUMNS: readonly Column<BatchRow>[] = [
  BATCH,
  { id: 'status', title: 'Status', cell: batch => <State batch={batch} /> },
  { id: 'totals', title: 'Total', align: 'right', cell: batch => <Totals batch={batch} /> },
  {
    id: 'bins',
    title: 'Match results',
    goes: 'second',
    className: 'md:max-w-48! md:min-w-28',
    cell: batch => <BinShares batch={batch} />,
  },
  { id: 'posted', title: 'Posted', align: 'right', cell: batch => <Money batch={batch} /> },
  { id: 'people', title: 'Uploaded', phone: 'date', goes: 'first', cell: batch => <People batch={batch} /> },
]

type Props = { batch: Pick<BatchRow, 'status' | 'approvalId'> }

export function BatchBadge({ batch: { status, approvalId } }: Props) {
  const { title, tone } = BATCH_WORDS[status]
  const wasDeclined = status === 'waiting' && approvalId === null
  return (
    <Badge tone={tone} dot>
      {wasDeclined ? 'To resubmit' : title}
    </Badge>
  )
}
