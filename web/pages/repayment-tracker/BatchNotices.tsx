import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { repaymentApi } from '../../../contract/repayments.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useAct } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { useMay } from '../../parts/currentUser.ts'
import { type Batch, rowsText, WHY_NO_REPAYMENT } from '../../parts/repayments/repaymentWords.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { toast } from '../../ui/toast.ts'

/** Running work, and what needs attention. */
export function BatchNotices({ batch }: { batch: Batch }) {
  if (batch.status === 'posting' || batch.status === 'undoing') return <Run batch={batch} />
  if (batch.status === 'undone' && batch.rowsPassedOver > 0)
    return (
      <Notice tone="notice">
        {rowsText(batch.rowsPassedOver)} not reversed with the batch, because the repayment had been reversed
        on the loan before. Each row shows this.
      </Notice>
    )
  if (batch.status === 'open' || batch.status === 'waiting') return <Names batch={batch} />
  if (batch.status !== 'posted') return null
  return (
    <>
      {batch.rowsRefused > 0 && <FailedPostings batch={batch} />}
      {batch.suspenseTotal > 0n && (
        <Notice
          tone="notice"
          action={
            <LinkButton size="small" to={paths.repaymentsTab('suspense', { batchId: batch.id })}>
              Open suspense
            </LinkButton>
          }
        >
          {formatNaira(batch.suspenseTotal)} is in suspense until it is applied to a loan or refunded.
        </Notice>
      )}
    </>
  )
}

/** Rows with another name than the customer's, or without one, shown before approval. */
function Names({ batch: { namesDiffer, undecided, rowsWithoutName } }: { batch: Batch }) {
  const { toLoans } = namesDiffer
  return (
    <>
      {undecided.nameDiffers > 0 && (
        <Notice tone="caution" title={`Name differs on ${rowsText(undecided.nameDiffers)}`}>
          The number is a customer’s, but the name in the file is not. Confirm the customer of each row or
          send it to suspense.
        </Notice>
      )}
      {toLoans.rows > 0 && (
        <Notice tone="notice">
          {rowsText(toLoans.rows)} ({formatNaira(toLoans.total)}) with another name than the customer’s,
          confirmed manually. The approver sees this.
        </Notice>
      )}
      {rowsWithoutName > 0 && (
        <Notice tone="notice">
          {rowsText(rowsWithoutName)} without a name in the file, matched by number only.
        </Notice>
      )}
    </>
  )
}

function Run({ batch: { status, rowsDone, rowsToDo, number } }: { batch: Batch }) {
  const isReversal = status === 'undoing'
  const done = isReversal ? Math.max(0, rowsToDo - rowsDone) : rowsDone
  return (
    <Card title={isReversal ? 'Reversing' : 'Posting'}>
      <ProgressBar
        label={`${isReversal ? 'Reversed' : 'Posted'} rows of ${number}`}
        percent={rowsToDo === 0 ? undefined : (done / rowsToDo) * 100}
        valueText={`${done} of ${rowsToDo}`}
      />
      <p role="status" className="mt-3 text-muted tabular-nums">
        {countText(done)} of {rowsText(rowsToDo)}. You can leave this page. The work continues.
      </p>
    </Card>
  )
}

function FailedPostings({ batch }: { batch: Batch }) {
  const retry = useAct(repaymentApi.repaymentRetry)
  const mayAsk = useMay('money.ask')
  const [isAsking, setAsking] = useState(false)
  const whyWait = batch.approvalId ? 'Pending approval already.' : undefined
  const again = (): void =>
    retry.mutate(
      { id: batch.id },
      {
        onSuccess: () => toast('success', 'Retry started.'),
        onError: error => toast('error', error.message),
      },
    )
  return (
    <>
      <Notice
        tone="negative"
        title={`${rowsText(batch.rowsRefused)} not posted`}
        action={
          <Button
            size="small"
            icon={<RotateCw aria-hidden size={14} />}
            pending={retry.isPending}
            disabledReason={mayAsk ? whyWait : WHY_NO_REPAYMENT}
            onClick={batch.rowsMoved > 0 ? () => setAsking(true) : again}
          >
            Retry
          </Button>
        }
      >
        Each row shows the reason. Resolve it or reassign the row, then retry. Posted rows are not posted
        again. Reassigned rows need approval.
      </Notice>
      {isAsking && <RetryDialog batch={batch} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Retries rows that were reassigned after approval: they need approval again, with a reason. */
function RetryDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  return (
    <ActDialog
      endpoint={repaymentApi.repaymentRetry}
      input={({ reason }) => ({ id: batch.id, reason })}
      done="Reassigned rows submitted for approval."
      onClose={onClose}
      title={`Post ${countOf(batch.rowsMoved, 'reassigned row')}?`}
      description="These rows go to another loan or to suspense since the batch was approved, so they need approval."
      action="Submit for approval"
      reason={{ label: 'Reason for reassigning' }}
    />
  )
}
