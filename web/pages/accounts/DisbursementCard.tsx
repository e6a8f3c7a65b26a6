import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatNaira } from '../../../engine/money.ts'
import { useMay } from '../../parts/currentUser.ts'
import { PendingApprovalNotice } from '../../parts/lazyParts.tsx'
import type { Loan } from '../../parts/loan/loanWords.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { payoutPath } from './payoutWords.ts'

const PayoutMarkDialog = lazyPart(() =>
  import('./PayoutMarkDialog.tsx').then(dialog => dialog.PayoutMarkDialog),
)

/** The disbursement in progress: pending approval, to transfer, or posting. Nothing is posted before the bank has paid. */
export function DisbursementCard({ loan }: { loan: Loan }) {
  const { disbursement } = loan
  if (!disbursement) return null
  const { status, lineStatus, number, lines, amount, bankName, account, reference } = disbursement
  const where = `${formatNaira(amount)} to ${bankName} ${account}`
  const batch = (
    <Link to={payoutPath(disbursement.batchId)} className="font-medium underline underline-offset-2">
      {number}
    </Link>
  )
  if (lineStatus === 'posting')
    return (
      <Notice tone="notice" title={`Paid by the bank: ${where}`}>
        Posting in progress in {batch}.
      </Notice>
    )
  if (status === 'draft')
    return (
      <Notice tone="notice" title={`Disbursement in draft: ${where}`}>
        Submit {batch} for approval.
      </Notice>
    )
  if (status === 'waiting')
    return (
      <>
        <Notice tone="notice" title={`Disbursement pending approval: ${where}`}>
          In {batch}
          {lines > 1 ? `, with ${lines - 1} other ${lines === 2 ? 'loan' : 'loans'}` : ''}. No transfer is
          made before it is approved.
        </Notice>
        {disbursement.pendingApprovalId && (
          <PendingApprovalNotice approvalId={disbursement.pendingApprovalId} />
        )}
      </>
    )
  return (
    <>
      {disbursement.changed && (
        <Notice tone="negative" title="Do not transfer">
          {disbursement.changed}. Cancel {batch} and submit the disbursement again.
        </Notice>
      )}
      <ToTransfer loan={loan} where={where}>
        {status === 'approved' ? 'Make the transfer at the bank' : 'The bank file was exported'}, reference{' '}
        <strong className="whitespace-nowrap">{reference}</strong>, batch {batch}. The loan becomes active
        when the bank result is recorded.
      </ToTransfer>
    </>
  )
}

type Props = { loan: Loan; where: string; children: ReactNode }

function ToTransfer({ loan: { row, disbursement, pendingApprovalId }, where, children }: Props) {
  const [isRecording, setRecording] = useState(false)
  const mayRecord = useMay('money.ask')
  const [first, ...more] = disbursement?.results ?? []
  if (!disbursement) return null
  const { batchId, lineId, amount, reference } = disbursement
  return (
    <>
      <Notice
        tone="brand"
        title={`To transfer: ${where}`}
        action={
          first && (
            <Button
              size="small"
              look="primary"
              disabledReason={
                mayRecord
                  ? pendingApprovalId
                    ? 'Another action on this loan is pending approval.'
                    : undefined
                  : 'Only Admin and superAdmin can do this.'
              }
              onClick={() => setRecording(true)}
            >
              Record bank result
            </Button>
          )
        }
      >
        {children}
      </Notice>
      {isRecording && first && (
        <PayoutMarkDialog
          batchId={batchId}
          line={{ id: lineId, loanNumber: row.number, amount, reference }}
          results={[first, ...more]}
          onClose={() => setRecording(false)}
        />
      )}
    </>
  )
}
