import { WalletCards } from 'lucide-react'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

export default function AccountsPage() {
  return (
    <>
      <PageHeading
        title="Loan Accounts"
        description="Every loan: what is outstanding, what is in arrears, what is due next."
      />
      <Card>
        <EmptyState icon={<WalletCards />} title="No loan accounts yet">
          An account opens when a request is approved, and then waits here for disbursement.
        </EmptyState>
      </Card>
    </>
  )
}
