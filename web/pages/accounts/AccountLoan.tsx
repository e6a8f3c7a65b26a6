import { FileText } from 'lucide-react'
import { useId, useState } from 'react'
import { loanApi } from '../../../contract/loans.ts'
import { useApi } from '../../api.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { JournalList } from '../../parts/loan/JournalList.tsx'
import type { LoanRow } from '../../parts/loan/loanWords.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ChargesTable } from './loan/ChargesTable.tsx'
import { Schedules } from './loan/Schedules.tsx'
import { StatementForm } from './loan/StatementForm.tsx'

type Props = { row: LoanRow; tab: string }

/** One tab of one of the customer's loans. */
export function AccountLoan({ row, tab }: Props) {
  if (tab === 'statement') return <Statement row={row} />
  if (tab === 'ledger')
    return (
      <Card flush>
        <JournalList loanId={row.id} />
      </Card>
    )
  return <Folded row={row} tab={tab} />
}

/** Schedule and charges are part of the loan reply. */
function Folded({ row, tab }: Props) {
  const loan = useApi(loanApi.loanGet, { id: row.id })
  // the previous loan is not shown while this one loads
  const shown = loan.data?.row.id === row.id ? loan.data : undefined
  if (!shown && loan.error)
    return (
      <Card>
        <LoadError of={loan} />
      </Card>
    )
  if (!shown) return <CardSkeleton lines={8} />
  if (tab === 'schedule') return <Schedules loan={shown} />
  return (
    <Card flush>
      <ChargesTable charges={shown.charges} />
    </Card>
  )
}

function Statement({ row }: { row: LoanRow }) {
  const formId = useId()
  const [isPending, setIsPending] = useState(false)
  if (row.disbursedOn === null)
    return (
      <Card>
        <EmptyState icon={<FileText />} title="Not disbursed yet">
          A statement is available after disbursement.
        </EmptyState>
      </Card>
    )
  return (
    <Card title={`Statement of ${row.number}`}>
      <p className="mb-4 text-muted">All transactions of the period with the balance after each.</p>
      <StatementForm row={row} formId={formId} onPending={setIsPending} />
      <Button look="primary" type="submit" form={formId} pending={isPending} className="mt-5">
        Download
      </Button>
    </Card>
  )
}
