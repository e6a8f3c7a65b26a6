import { CircleAlert, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { countText } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import { periodText } from '../../parts/intake/intakeWords.ts'
import { BATCH_WORDS, type BatchRow, fileRowsText, gapsOf } from '../../parts/repayments/repaymentWords.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'
import { BinShares } from './BinShares.tsx'

const small = 'text-[0.8125rem] text-muted'

export const BATCH: Column<BatchRow> = {
  id: 'batch',
  title: 'Batch',
  lead: true,
  cell: batch => (
    <RowLink
      to={paths.repayment(batch.id)}
      className="md:max-w-48"
      below={
        <>
          {batch.sourceName}, {periodText(batch.period)}
          <span className="block truncate">{batch.fileName}</span>
        </>
      }
    >
      <span className="whitespace-nowrap">{batch.number}</span>
    </RowLink>
  ),
}

/** The bank credit is known only after submission. */
const hasBankCredit = ({ status }: BatchRow): boolean => status !== 'open' && status !== 'waiting'

function Totals({ batch }: { batch: BatchRow }) {
  const gaps = gapsOf(batch, hasBankCredit(batch) ? batch.bankCredit : undefined)
  return (
    <div className="max-md:text-right">
      <p className="font-medium whitespace-nowrap">{formatNaira(batch.fileTotal)}</p>
      <p
        className={`flex items-center gap-1 justify-end text-[0.8125rem] whitespace-nowrap ${gaps.length > 0 ? 'text-caution' : 'text-positive'}`}
        title={gaps.join(', ')}
      >
        {gaps.length > 0 ? <CircleAlert aria-hidden size={14} /> : <CircleCheck aria-hidden size={14} />}
        {gaps.length > 0 ? 'totals differ' : 'totals agree'}
        {gaps.length > 0 && <span className="sr-only">: {gaps.join(', ')}</span>}
      </p>
      <p className={small}>{fileRowsText(batch)}</p>
    </div>
  )
}

function State({ batch }: { batch: BatchRow }) {
  const { status, rowsDone, rowsToDo, rowsRefused } = batch
  return (
    <div className="flex flex-col items-start gap-1.5 max-md:items-end">
      <BatchBadge batch={batch} />
      {status === 'posting' && (
        <div className="w-32">
          <ProgressBar
            label={`Posted rows of ${batch.number}`}
            percent={rowsToDo === 0 ? undefined : (rowsDone / rowsToDo) * 100}
          />
          <p className={`${small} mt-1 tabular-nums`}>
            {countText(rowsDone)} of {countText(rowsToDo)}
          </p>
        </div>
      )}
      {rowsRefused > 0 && (
        <Link
          to={`${paths.repayment(batch.id)}?status=refused`}
          className="rounded text-[0.8125rem] text-negative underline underline-offset-2"
        >
          {countText(rowsRefused)} not posted
        </Link>
      )}
    </div>
  )
}

function Money({ batch }: { batch: BatchRow }) {
  const { postedTotal, suspenseTotal, unremitted } = batch
  if (postedTotal + suspenseTotal === 0n) return <EmptyValue>None</EmptyValue>
  return (
    // narrow, so that the last column fits at 1440 pixels
    <div className="max-md:text-right md:ml-auto md:max-w-32">
      <p className="whitespace-nowrap">{formatNaira(postedTotal)}</p>
      {suspenseTotal > 0n && <p className={small}>{formatNaira(suspenseTotal)} in suspense</p>}
      {unremitted > 0n && (
        <p className="text-[0.8125rem] text-caution">{formatNaira(unremitted)} unremitted</p>
      )}
    </div>
  )
}

const People = ({ batch }: { batch: BatchRow }) => (
  <div className="max-md:text-right">
    <p>{batch.uploadedBy}</p>
    <p className={small}>
      <RelativeTime at={batch.openedAt} />
    </p>
    {batch.approvedBy && <p className={small}>approved by {batch.approvedBy}</p>}
  </div>
)

export const BATCH_COLUMNS: readonly Column<BatchRow>[] = [
  BATCH,
  { id: 'status', title: 'Status', cell: batch => <State batch={batch} /> },
  { id: 'totals', title: 'Total', align: 'right', cell: batch => <Totals batch={batch} /> },
  { id: 'bins', title: 'Match results', goes: 'second', cell: batch => <BinShares batch={batch} /> },
  { id: 'posted', title: 'Posted', align: 'right', cell: batch => <Money batch={batch} /> },
  { id: 'people', title: 'Uploaded', goes: 'second', cell: batch => <People batch={batch} /> },
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
