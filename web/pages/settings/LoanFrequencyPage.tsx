import { Repeat } from 'lucide-react'
import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

export default function LoanFrequencyPage() {
  return (
    <>
      <PageHeading title="Loan frequency" back={<BackLink to={paths.settings}>Settings</BackLink>} />
      <Card>
        <EmptyState icon={<Repeat />} title="No frequencies set">
          Repayment frequencies (weekly, every two weeks, monthly, quarterly, one payment) and how often one
          may borrow are set here.
        </EmptyState>
      </Card>
    </>
  )
}
