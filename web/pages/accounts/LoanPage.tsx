import { useParams, useSearchParams } from 'react-router'
import { loanApi } from '../../../contract/loans.ts'
import { parseDate } from '../../../engine/dates.ts'
import { useApi } from '../../api.ts'
import { LoadError } from '../../parts/LoadError.tsx'
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

function LoanOnDay({ id }: { id: string }) {
  const [params] = useSearchParams()
  const named = parseDate(params.get('asOf') ?? '')
  const asOf = named && named < todayInLagos() ? named : undefined
  const loan = useApi(loanApi.loanGet, { id, ...(asOf ? { asOf } : {}) })
  // the bank has paid, and the loan becomes active as soon as a worker has posted it
  usePolling(loan.data?.disbursement?.lineStatus === 'posting', loan.refetch)
  if (loan.data) return <LoanScreen loan={loan.data} asOf={asOf} refreshing={loan.isPlaceholderData} />
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
