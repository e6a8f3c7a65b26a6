import { MessageSquareText, Plus } from 'lucide-react'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

export default function MessagingPage() {
  return (
    <>
      <PageHeading
        title="Messaging"
        description="What customers are told by SMS, in approved words."
        actions={
          <LinkButton to={paths.messageTemplateNew} look="primary" icon={<Plus aria-hidden size={16} />}>
            New template
          </LinkButton>
        }
      />
      <Card>
        <EmptyState icon={<MessageSquareText />} title="No templates or messages yet">
          Templates, the log of every message with its delivery, and campaigns stand here.
        </EmptyState>
      </Card>
    </>
  )
}
