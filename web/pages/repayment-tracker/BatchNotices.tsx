import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { repaymentApi } from '../../../contract/repayments.ts'
import { countText } from '../../../engine/countText.ts'
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

/** What moves by itself, and what stands still until somebody acts. */
export function BatchNotices({ batch }: { batch: Batch }) {
  if (batch.status === 'posting' || batch.status === 'undoing') return <Run batch={batch} />
  if (batch.status === 'undone' && batch.rowsPassedOver > 0)
    return (
      <Notice tone="notice">
        The undo passed over {rowsText(batch.rowsPassedOver)} whose receipt had been reversed on the loan
        before. The rows say so.
      </Notice>
    )
  if (batch.status === 'open' || batch.status === 'waiting') return <Names batch={batch} />
  if (batch.status !== 'posted') return null
  return (
    <>
      {batch.rowsRefused > 0 && <RefusedByBooks batch={batch} />}
      {batch.suspenseTotal > 0n && (
        <Notice
          tone="notice"
          action={
            <LinkButton size="small" to={paths.repaymentsTab('suspense', { batchId: batch.id })}>
              Open suspense
            </LinkButton>
          }
        >
          {formatNaira(batch.suspenseTotal)} of it went to suspense, where somebody finds its place.
        </Notice>
      )}
    </>
  )
}

/** Rows whose name is not the customer's, or that have none: said before the batch is approved. */
function Names({ batch: { namesDiffer, undecided, rowsWithoutName } }: { batch: Batch }) {
  const { toLoans } = namesDiffer
  return (
    <>
      {undecided.nameDiffers > 0 && (
        <Notice tone="caution" title={`Name differs on ${rowsText(undecided.nameDiffers)}`}>
          The number is a customer’s, the name in the file is not. Open each row under Name differs and
          confirm the customer, or send it to suspense.
        </Notice>
      )}
      {toLoans.rows > 0 && (
        <Notice tone="notice">
          {rowsText(toLoans.rows)} ({formatNaira(toLoans.total)}) in another name than the customer’s,
          confirmed by hand. The approver sees this.
        </Notice>
      )}
      {rowsWithoutName > 0 && (
        <Notice tone="notice">
          {rowsText(rowsWithoutName)} without a name in the file, matched by number alone.
        </Notice>
      )}
    </>
  )
}

function Run({ batch: { status, rowsDone, rowsToDo, number } }: { batch: Batch }) {
  const isUndo = status === 'undoing'
  const done = isUndo ? Math.max(0, rowsToDo - rowsDone) : rowsDone
  return (
    <Card title={isUndo ? 'Being undone' : 'Being posted'}>
      <ProgressBar
        label={`${isUndo ? 'Undone' : 'Posted'} of ${number}`}
        percent={rowsToDo === 0 ? undefined : (done / rowsToDo) * 100}
        valueText={`${done} of ${rowsToDo}`}
      />
      <p role="status" className="mt-3 text-muted tabular-nums">
        {countText(done)} of {rowsText(rowsToDo)}. You may leave this page: it goes on by itself.
      </p>
    </Card>
  )
}

function RefusedByBooks({ batch }: { batch: Batch }) {
  const retry = useAct(repaymentApi.repaymentRetry)
  const mayAsk = useMay('money.ask')
  const [isAsking, setAsking] = useState(false)
  const whyWait = batch.approvalId ? 'It already waits for a second person.' : undefined
  const again = (): void =>
    retry.mutate(
      { id: batch.id },
      {
        onSuccess: () => toast('success', 'The refused rows are tried again.'),
        onError: error => toast('error', error.message),
      },
    )
  return (
    <>
      <Notice
        tone="negative"
        title={`The books refused ${rowsText(batch.rowsRefused)}`}
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
        The reason stands on each row. Settle it, or give the row another place, then retry: nothing is posted
        twice, and nothing in another place before a second person has agreed.
      </Notice>
      {isAsking && <RetryDialog batch={batch} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Rows in another place than two people agreed on: they go there once two agree on that, and know why. */
function RetryDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  return (
    <ActDialog
      endpoint={repaymentApi.repaymentRetry}
      input={({ reason }) => ({ id: batch.id, reason })}
      done="A second person has to agree before they are posted."
      onClose={onClose}
      title={`Post ${rowsText(batch.rowsMoved)} in another place?`}
      description="Their place is another than was agreed with the batch, so somebody else has to agree to it."
      action="Ask to post them"
      reason={{ label: 'Why they belong there' }}
    />
  )
}
