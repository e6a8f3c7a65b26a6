import { Upload } from 'lucide-react'
import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

export default function RepaymentNewPage() {
  return (
    <>
      <PageHeading
        title="New repayment upload"
        back={<BackLink to={paths.repaymentTracker}>Repayment Tracker (SMS)</BackLink>}
      />
      <Card>
        <EmptyState icon={<Upload />} title="Uploads are not open yet">
          A file of deductions or receipts is given here with its source, its period and the declared count
          and total.
        </EmptyState>
      </Card>
    </>
  )
}
