import { Link } from 'react-router'
import { payoutApi } from '../../../contract/payouts.ts'
import { countText } from '../../../engine/countText.ts'
import { useApi } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { LoadError } from '../LoadError.tsx'
import { PaymentsList } from './PaymentsList.tsx'

/** A dialog is no place for a thousand lines: these are read here, the rest on the batch. */
const SHOWN_MAX = 200

/** Every payment of a batch, for whoever agrees to all of them at once. */
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
          The first {rows.length} of {countText(total)};{' '}
          <Link
            to={paths.accountsTab('payouts', { batch: batchId })}
            className="underline underline-offset-2"
          >
            all of them stand on the batch
          </Link>
          .
        </p>
      )}
    </>
  )
}
