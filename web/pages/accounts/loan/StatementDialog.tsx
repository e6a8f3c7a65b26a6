import { useId, useState } from 'react'
import type { LoanRow } from '../../../parts/loan/loanWords.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { StatementForm } from './StatementForm.tsx'

/** The statement form in a dialog. */
export function StatementDialog({ row, onClose }: { row: LoanRow; onClose: () => void }) {
  const formId = useId()
  const [isPending, setIsPending] = useState(false)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Statement: ${row.number}`}
      description="All transactions of the period with the balance after each."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} pending={isPending}>
            Download
          </Button>
        </>
      }
    >
      <StatementForm row={row} formId={formId} onPending={setIsPending} onSaved={onClose} />
    </Dialog>
  )
}
