import { Upload } from 'lucide-react'
import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

export default function IppisUploadPage() {
  return (
    <>
      <PageHeading title="Payroll data upload" back={<BackLink to={paths.ippis}>IPPIS Data</BackLink>} />
      <Card>
        <EmptyState icon={<Upload />} title="Uploads are not open yet">
          A roster is given here as CSV or XLSX, up to 1,100,000 rows. Its columns are recognised, shown and
          corrected before it runs.
        </EmptyState>
      </Card>
    </>
  )
}
