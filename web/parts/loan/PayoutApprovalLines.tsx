import { Link } from 'react-router'
import { payoutApi } from '../../../contract/payouts.ts'
import { countText } from '../../../engine/countText.ts'
import { useApi } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { LoadError } from '../LoadError.tsx'
import { PaymentsList } from './PaymentsList.tsx'

/** The dialog lists this many lines; the batch page lists all. */
const SHOWN_MAX = 200

/** Payments of a batch, for its approver. */
export default function PayoutApprovalLines({ batchId }: { batchId: string }) {
  const lines = useApi(payoutApi.payoutLineList, { id: batchId, limit: SHOWN_MAX })
  if (lines.error) return <LoadError of={lines} />
  if (!lines.data) return <Skeleton className="h-24 w-full" />
  const { rows, total } = lines.data
  return (
    <>
      <PaymentsList
        label="Payments of this batch"
        payments={rows.map(line => ({ ...line, number: line.loanNumber }))}
      />
      {total > rows.length && (
        <p className="text-muted">
          Showing {rows.length} of {countText(total)}.{' '}
          <Link
            to={paths.accountsTab('payouts', { batch: batchId })}
            className="underline underline-offset-2"
          >
            Open the batch to see all{' '}
          </Link>{' '}
          .
        </p>
      )}
    </>
  )
}
