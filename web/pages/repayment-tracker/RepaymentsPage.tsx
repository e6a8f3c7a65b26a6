import { ReceiptText, Upload } from 'lucide-react'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

export default function RepaymentsPage() {
  return (
    <>
      <PageHeading
        title="Repayment Tracker (SMS)"
        description="Deductions and receipts from payroll, matched to loans and told to customers by SMS."
        actions={
          <LinkButton to={paths.repaymentNew} look="primary" icon={<Upload aria-hidden size={16} />}>
            New upload
          </LinkButton>
        }
      />
      <Card>
        <EmptyState icon={<ReceiptText />} title="No repayment batches yet">
          A batch is one file of deductions or receipts: its match, its posting and its messages.
        </EmptyState>
      </Card>
    </>
  )
}
