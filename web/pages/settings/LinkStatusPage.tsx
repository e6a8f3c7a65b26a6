import { Link2 } from 'lucide-react'
import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

export default function LinkStatusPage() {
  return (
    <>
      <PageHeading title="Link status" back={<BackLink to={paths.settings}>Settings</BackLink>} />
      <Card>
        <EmptyState icon={<Link2 />} title="No links set">
          The public loan-request link is opened and closed here, and each officer’s own link with its code.
          The state of the SMS gateway and the payroll source stands beside them.
        </EmptyState>
      </Card>
    </>
  )
}
