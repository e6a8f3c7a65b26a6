import { SquarePen } from 'lucide-react'
import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

export default function AccountEditPage() {
  return (
    <>
      <PageHeading title="Edit details" back={<BackLink to={paths.accounts}>Loan Accounts</BackLink>} />
      <Card>
        <EmptyState icon={<SquarePen />} title="Nothing to edit">
          Contact, bank and employment details are changed here. A new bank account or payroll number waits
          for a second person.
        </EmptyState>
      </Card>
    </>
  )
}
