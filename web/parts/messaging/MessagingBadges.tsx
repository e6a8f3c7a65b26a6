import type { MessageStatus } from '../../../contract/messaging.ts'
import { Badge } from '../../ui/Badge.tsx'
import { type Campaign, campaignWords, MESSAGE_WORDS, type Template } from './messagingWords.ts'

export function MessageBadge({ status }: { status: MessageStatus }) {
  const { title, tone } = MESSAGE_WORDS[status]
  return (
    <Badge tone={tone} dot>
      {title}
    </Badge>
  )
}

export function CampaignBadge({ campaign }: { campaign: Pick<Campaign, 'status' | 'waitsUntil'> }) {
  const { title, tone } = campaignWords(campaign)
  return (
    <Badge tone={tone} dot>
      {title}
    </Badge>
  )
}

/** A template can have a current version and a draft or pending version at the same time. */
export function TemplateBadges({ template }: { template: Template }) {
  const { status, inForce, draft, pendingApprovalId } = template
  return (
    <span className="flex gap-1.5 max-md:flex-wrap">
      {inForce && (
        <Badge tone="positive" dot>
          Current · v{inForce.version}
        </Badge>
      )}
      {draft && !pendingApprovalId && <Badge>Draft · v{draft.version}</Badge>}
      {draft && pendingApprovalId && (
        <Badge tone="caution" dot>
          Pending approval · v{draft.version}
        </Badge>
      )}
      {status === 'retired' && <Badge>Inactive</Badge>}
    </span>
  )
}
