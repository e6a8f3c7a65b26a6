import { ReceiptText } from 'lucide-react'
import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

export default function LoanPage() {
  return (
    <>
      <PageHeading title="Loan repayments" back={<BackLink to={paths.accounts}>Loan Accounts</BackLink>} />
      <Card>
        <EmptyState icon={<ReceiptText />} title="No repayments to show">
          The schedule of a loan, each repayment with its allocation, and what was expected and received in
          each payroll month stand here.
        </EmptyState>
      </Card>
    </>
  )
}
