import { useParams, useSearchParams } from 'react-router'
import { instructionApi } from '../../../contract/instructions.ts'
import { loanApi } from '../../../contract/loans.ts'
import { payMonthApi } from '../../../contract/payMonths.ts'
import { parseDate } from '../../../engine/dates.ts'
import { useApi } from '../../api.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { useOpenSignals } from '../../parts/payroll/SignalNotice.tsx'
import { todayInLagos } from '../../parts/today.ts'
import { paths } from '../../paths.ts'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { BackLink } from '../../ui/LinkButton.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { usePolling } from '../../ui/usePolling.ts'
import { LoanScreen } from './LoanScreen.tsx'

export default function LoanPage() {
  const { loanId = '' } = useParams()
  // remounts for another loan, so that the previous figures are not shown
  return <LoanOnDay key={loanId} id={loanId} />
}

/** Whether the notices and the instruction of a loan are here. They are asked together with it: later ones would push its figures down. */
function useNotices(loanId: string, isToday: boolean): boolean {
  const asked = { enabled: isToday }
  const parts = [
    useApi(payMonthApi.loanConduct, { id: loanId }, asked),
    useApi(instructionApi.instructionOfLoan, { loanId }, asked),
    useOpenSignals({ loanId }, asked),
  ]
  return !isToday || parts.every(({ isPending }) => !isPending)
}

function LoanOnDay({ id }: { id: string }) {
  const [params] = useSearchParams()
  const named = parseDate(params.get('asOf') ?? '')
  const asOf = named && named < todayInLagos() ? named : undefined
  const loan = useApi(loanApi.loanGet, { id, ...(asOf ? { asOf } : {}) })
  // the bank has paid, and the loan becomes active as soon as a worker has posted it
  usePolling(loan.data?.disbursement?.lineStatus === 'posting', loan.refetch)
  const hasNotices = useNotices(id, asOf === undefined)
  if (loan.data && hasNotices)
    return <LoanScreen loan={loan.data} asOf={asOf} refreshing={loan.isPlaceholderData} />
  return (
    <>
      <PageHeading title="Loan repayments" back={<BackLink to={paths.accounts}>Loan Accounts</BackLink>} />
      {loan.error ? (
        <Card>
          <LoadError of={loan} missing="Loan not found" />
        </Card>
      ) : (
        <div className="flex flex-col gap-6">
          <CardSkeleton lines={3} />
          <CardSkeleton lines={10} />
        </div>
      )}
    </>
  )
}
