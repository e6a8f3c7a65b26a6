import { FileSpreadsheet, Upload } from 'lucide-react'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

export default function IppisPage() {
  return (
    <>
      <PageHeading
        title="IPPIS Data"
        description="The monthly roster of government payrolls."
        actions={
          <LinkButton to={paths.ippisUpload} look="primary" icon={<Upload aria-hidden size={16} />}>
            New upload
          </LinkButton>
        }
      />
      <Card>
        <EmptyState icon={<FileSpreadsheet />} title="No payroll data yet">
          Upload a month’s roster to know who is employed, where, and at what net pay. Only data accepted by a
          second person is used for lending.
        </EmptyState>
      </Card>
    </>
  )
}
