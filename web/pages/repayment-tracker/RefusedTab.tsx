import { CircleCheck } from 'lucide-react'
import { repaymentApi } from '../../../contract/repayments.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { periodText } from '../../parts/intake/intakeWords.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { type BatchRow, freshAmount, type RepaymentRow } from '../../parts/repayments/repaymentWords.ts'
import { paths } from '../../paths.ts'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { countText } from '../../ui/countText.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { LINE, LOAN } from './rowColumns.tsx'

/** Each asks for its rows. Refusals are settled within days; batches beyond that are found in the list of batches. */
const BATCHES_MOST = 20
/** As many as anybody settles one by one; the rest is paged through in the batch. */
const ROWS_MOST = 50

/** What the books refused, of every batch: under its batch, since that is where it is placed anew and tried again. */
export function RefusedTab() {
  const list = useApi(repaymentApi.repaymentList, { refused: 'true', limit: BATCHES_MOST })
  if (!list.data)
    return list.error ? (
      <Card>
        <LoadError of={list} />
      </Card>
    ) : (
      <CardSkeleton />
    )
  if (list.data.rows.length === 0)
    return (
      <Card flush>
        <EmptyState icon={<CircleCheck />} title="The books refuse no row">
          A row that cannot be posted, such as one for a loan that was closed meanwhile, waits here with its
          reason until it is settled or given another place.
        </EmptyState>
      </Card>
    )
  const others = list.data.total - list.data.rows.length
  return (
    <div className="flex flex-col gap-6">
      {list.data.rows.map(batch => (
        <RefusedOf key={batch.id} batch={batch} />
      ))}
      {others > 0 && (
        <div>
          <LinkButton to={`${paths.repaymentTracker}?refused=true`}>
            {countText(others)} older {others === 1 ? 'batch' : 'batches'} with refused rows
          </LinkButton>
        </div>
      )}
    </div>
  )
}

function RefusedOf({ batch }: { batch: BatchRow }) {
  const rows = useApi(repaymentApi.repaymentRows, { id: batch.id, status: 'refused', limit: ROWS_MOST })
  const total = rows.data?.total ?? batch.rowsRefused
  return (
    <Card
      flush
      title={`${batch.number}: ${batch.sourceName}, ${periodText(batch.period)}`}
      actions={
        <LinkButton to={`${paths.repayment(batch.id)}?status=refused`} size="small">
          {total > ROWS_MOST ? `All ${countText(total)} in the batch` : 'Settle in the batch'}
        </LinkButton>
      }
    >
      <Table
        caption={`Rows of ${batch.number} that the books refused`}
        columns={COLUMNS}
        rows={rows.data?.rows}
        rowKey={row => `${row.rowNumber}.${row.part}`}
        error={rows.error}
        onRetry={() => void rows.refetch()}
        skeletonRows={Math.min(batch.rowsRefused, 8)}
        empty={
          <EmptyState compact icon={<CircleCheck />} title="Settled meanwhile">
            None of its rows is refused any more.
          </EmptyState>
        }
      />
    </Card>
  )
}

const COLUMNS: readonly Column<RepaymentRow>[] = [
  {
    id: 'who',
    title: 'As the file names it',
    lead: true,
    cell: row => (
      <div>
        <p className="font-medium">{row.name || 'No name'}</p>
        <p className="text-[0.8125rem] font-normal text-muted tabular-nums">{row.staffNumber}</p>
      </div>
    ),
  },
  LINE,
  LOAN,
  {
    id: 'received',
    title: 'Received',
    align: 'right',
    cell: row => <span className="font-medium">{formatNaira(freshAmount(row))}</span>,
  },
  {
    id: 'problem',
    title: 'Why it was refused',
    className: 'md:max-w-80',
    cell: row => <span className="text-negative">{row.problem}</span>,
  },
]
