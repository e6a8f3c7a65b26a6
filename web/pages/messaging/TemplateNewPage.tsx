import { MessageSquarePlus } from 'lucide-react'
import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

export default function TemplateNewPage() {
  return (
    <>
      <PageHeading title="New message template" back={<BackLink to={paths.messaging}>Messaging</BackLink>} />
      <Card>
        <EmptyState icon={<MessageSquarePlus />} title="The editor is not open yet">
          A template is written here with its variables, a preview on a real customer and a count of segments
          and cost. A second person approves it.
        </EmptyState>
      </Card>
    </>
  )
}
