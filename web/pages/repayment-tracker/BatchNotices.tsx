import { RotateCw } from 'lucide-react'
import { repaymentApi } from '../../../contract/repayments.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useAct } from '../../api.ts'
import { useMay } from '../../parts/currentUser.ts'
import { type Batch, rowsText, tabPath, WHY_NO_REPAYMENT } from '../../parts/repayments/repaymentWords.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { countText } from '../../ui/countText.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { toast } from '../../ui/toast.ts'

/** What moves by itself, and what stands still until somebody acts. */
export function BatchNotices({ batch }: { batch: Batch }) {
  if (batch.status === 'posting' || batch.status === 'undoing') return <Run batch={batch} />
  if (batch.status !== 'posted') return null
  return (
    <>
      {batch.rowsRefused > 0 && <RefusedByBooks batch={batch} />}
      {batch.suspenseTotal > 0n && (
        <Notice
          tone="notice"
          action={
            <LinkButton size="small" to={tabPath('suspense', `&batchId=${batch.id}`)}>
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
  const again = (): void =>
    retry.mutate(
      { id: batch.id },
      {
        onSuccess: ({ approvalId }) =>
          toast(
            'success',
            approvalId
              ? 'Rows have another place than was agreed: a second person has to agree first.'
              : 'The refused rows are tried again.',
          ),
        onError: error => toast('error', error.message),
      },
    )
  return (
    <Notice
      tone="negative"
      title={`The books refused ${rowsText(batch.rowsRefused)}`}
      action={
        <Button
          size="small"
          icon={<RotateCw aria-hidden size={14} />}
          pending={retry.isPending}
          disabledReason={
            mayAsk
              ? batch.approvalId
                ? 'It already waits for a second person.'
                : undefined
              : WHY_NO_REPAYMENT
          }
          onClick={again}
        >
          Retry
        </Button>
      }
    >
      The reason stands on each row. Settle it, or give the row another place, then retry: nothing is posted
      twice, and nothing in another place before a second person has agreed.
    </Notice>
  )
}
