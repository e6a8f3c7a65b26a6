import { useState } from 'react'
import { bankStatementApi } from '../../../../../contract/bankStatements.ts'
import { formatNaira } from '../../../../../engine/money.ts'
import { ActDialog } from '../../../../parts/ActDialog.tsx'
import { dayText } from '../../../../parts/figures.ts'
import { LoanPicker } from '../../../../parts/loan/LoanPicker.tsx'
import { ReceiptPreview } from '../../../../parts/loan/ReceiptPreview.tsx'
import type { Picked } from '../../../../parts/messaging/RecordPicker.tsx'
import { Input } from '../../../../ui/Input.tsx'
import type { BankLine } from './MatchDialog.tsx'

const REFERENCE_MAX_LENGTH = 60

/** Records a receipt on the statement as the repayment of a loan. Date and amount are the bank's. */
export function ReceiptDialog({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const [loan, setLoan] = useState<Picked>()
  return (
    <ActDialog
      endpoint={bankStatementApi.bankLineReceipt}
      initial={{ loanId: '', reference: (line.reference || line.narration).slice(0, REFERENCE_MAX_LENGTH) }}
      input={({ reference, reason }, id) => ({
        id,
        lineId: line.id,
        loanId: loan?.id ?? '',
        reference,
        reason,
      })}
      check={() => (loan ? {} : { loanId: 'Choose the loan' })}
      done={({ approvalId }) => (approvalId ? 'Submitted for approval.' : 'Repayment recorded and matched.')}
      onClose={onClose}
      title="Record repayment"
      description={`${formatNaira(line.amount)} by bank transfer, ${dayText(line.on)}. ${line.narration}`}
      action="Record repayment"
      isDirty={loan !== undefined}
      reason
    >
      {({ field, errors }) => (
        <>
          <LoanPicker picked={loan} onPick={setLoan} error={loan ? undefined : errors.loanId} />
          {loan && (
            <ReceiptPreview loanId={loan.id} amount={line.amount} on={line.on} channel="bank transfer" />
          )}
          <Input
            {...field('reference')}
            label="Bank reference"
            autoComplete="off"
            maxLength={REFERENCE_MAX_LENGTH + 1}
          />
        </>
      )}
    </ActDialog>
  )
}
