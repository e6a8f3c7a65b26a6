import { ReceiptText } from 'lucide-react'
import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

export default function RepaymentPage() {
  return (
    <>
      <PageHeading
        title="Repayment batch"
        back={<BackLink to={paths.repaymentTracker}>Repayment Tracker (SMS)</BackLink>}
      />
      <Card>
        <EmptyState icon={<ReceiptText />} title="No batch to show">
          Each row of a batch stands in exactly one bin here: exact, short, over, duplicate, no loan, closed
          loan, ambiguous, not ours or invalid.
        </EmptyState>
      </Card>
    </>
  )
}
