import { WalletCards } from 'lucide-react'
import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

export default function AccountPage() {
  return (
    <>
      <PageHeading title="Account details" back={<BackLink to={paths.accounts}>Loan Accounts</BackLink>} />
      <Card>
        <EmptyState icon={<WalletCards />} title="No account to show">
          A customer’s loans, schedules, ledger, charges, documents and statement stand here once a request of
          theirs is approved.
        </EmptyState>
      </Card>
    </>
  )
}
