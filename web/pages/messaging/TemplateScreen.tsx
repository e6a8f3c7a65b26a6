import { Archive, FilePen, Send } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { templateApi } from '../../../contract/messaging.ts'
import { useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { useWhyNot } from '../../parts/currentUser.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { HistoryList, PendingApprovalNotice } from '../../parts/lazyParts.tsx'
import { TemplateBadges } from '../../parts/messaging/MessagingBadges.tsx'
import {
  eventTitle,
  PURPOSE_WORDS,
  pagesText,
  type Template,
  type TemplateVersion,
  templateEditPath,
} from '../../parts/messaging/messagingWords.ts'
import { SmsBubble } from '../../parts/messaging/SmsBubble.tsx'
import { NotFound, namesNothing } from '../../parts/NotFound.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { BackLink } from '../../ui/LinkButton.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { BodyDiff, TemplateText } from './BodyDiff.tsx'

/** One template: current version, draft and all versions. */
export function TemplateScreen({ id }: { id: string }) {
  const found = useApi(templateApi.templateGet, { id })
  if (namesNothing(found.error)) return <NotFound />
  if (found.error && !found.data)
    return (
      <Card>
        <LoadError of={found} />
      </Card>
    )
  if (!found.data) return <CardSkeleton lines={8} />
  const { template, versions } = found.data
  return (
    <>
      <PageHeading
        title={template.name}
        back={<BackLink to={paths.messaging}>Templates</BackLink>}
        description={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <TemplateBadges template={template} />
            <span>
              {PURPOSE_WORDS[template.purpose].title},{' '}
              {template.event ? `sent automatically: ${eventTitle(template.event)}` : 'for campaigns'}
            </span>
          </span>
        }
        actions={<Acts template={template} />}
      />
      <div className="flex flex-col gap-6">
        {template.pendingApprovalId && <PendingApprovalNotice approvalId={template.pendingApprovalId} />}
        <Now template={template} />
        <Card title="Versions">
          <ol className="flex flex-col ruled">
            {versions.map((version, index) => (
              <Version key={version.version} version={version} before={versions[index + 1]} />
            ))}
          </ol>
        </Card>
        <Card title="History">
          <HistoryList subjectType="template" subjectId={template.id} />
        </Card>
      </div>
    </>
  )
}

/** Current version beside the draft. */
function Now({ template: { inForce, draft } }: { template: Template }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      {inForce && (
        <Card title={`Current: version ${inForce.version}`}>
          <SmsBubble>
            <TemplateText body={inForce.body} />
          </SmsBubble>
          <p className="mt-3 text-[0.8125rem] text-muted">
            {pagesText(inForce.segments)} with example values. Approved by {inForce.approvedBy}
            {inForce.approvedAt && (
              <>
                {' '}
                <RelativeTime at={inForce.approvedAt} />
              </>
            )}
            .
          </p>
        </Card>
      )}
      {draft && (
        <Card title={`Draft: version ${draft.version}`}>
          <SmsBubble>
            {inForce ? (
              <BodyDiff before={inForce.body} after={draft.body} />
            ) : (
              <TemplateText body={draft.body} />
            )}
          </SmsBubble>
          <p className="mt-3 text-[0.8125rem] text-muted">
            {pagesText(draft.segments)} with example values. Created by {draft.madeBy}{' '}
            <RelativeTime at={draft.madeAt} />.{inForce && ' Changes against the current version are marked.'}
          </p>
        </Card>
      )}
    </div>
  )
}

const VERSION_WORDS = {
  draft: { title: 'Draft', tone: 'neutral' },
  approved: { title: 'Current', tone: 'positive' },
  retired: { title: 'Inactive', tone: 'neutral' },
} as const

function Version({ version, before }: { version: TemplateVersion; before: TemplateVersion | undefined }) {
  const { title, tone } = VERSION_WORDS[version.status]
  return (
    <li className="grid gap-x-6 gap-y-2 py-4 first:pt-0 last:pb-0 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <div>
        <p className="flex items-center gap-2 font-medium">
          Version {version.version} <Badge tone={tone}>{title}</Badge>
        </p>
        <p className="mt-1 text-[0.8125rem] text-muted">
          Created by {version.madeBy} <RelativeTime at={version.madeAt} />
        </p>
        {version.approvedBy && version.approvedAt && (
          <p className="text-[0.8125rem] text-muted">
            Approved by {version.approvedBy} <RelativeTime at={version.approvedAt} />
          </p>
        )}
      </div>
      <p className="leading-6 break-words whitespace-pre-line">
        {before ? (
          <BodyDiff before={before.body} after={version.body} />
        ) : (
          <TemplateText body={version.body} />
        )}
      </p>
    </li>
  )
}

type Act = 'approve' | 'retire'

function Acts({ template }: { template: Template }) {
  const [act, setAct] = useState<Act>()
  const navigate = useNavigate()
  const mayNot = useWhyNot('settings.change')
  const isOver = template.status === 'retired' ? 'This template is inactive.' : undefined
  const isWaiting = template.pendingApprovalId
    ? 'The draft is pending approval. Withdraw it first.'
    : undefined
  const whyNot = mayNot ?? isOver ?? isWaiting
  return (
    <>
      <Button
        icon={<Archive aria-hidden size={15} />}
        disabledReason={whyNot}
        onClick={() => setAct('retire')}
      >
        Deactivate
      </Button>
      <Button
        icon={<FilePen aria-hidden size={15} />}
        disabledReason={whyNot}
        onClick={() => void navigate(templateEditPath(template.id))}
      >
        {template.draft ? 'Edit draft' : 'New version'}
      </Button>
      {template.draft && (
        <Button
          look="primary"
          icon={<Send aria-hidden size={15} />}
          disabledReason={whyNot}
          onClick={() => setAct('approve')}
        >
          Submit for approval
        </Button>
      )}
      {act && <TemplateActDialog act={act} template={template} onClose={() => setAct(undefined)} />}
    </>
  )
}

type ActProps = { act: Act; template: Template; onClose: () => void }

function TemplateActDialog({ act, template, onClose }: ActProps) {
  const { id, name, draft, event, inForce } = template
  if (act === 'retire')
    return (
      <ActDialog
        endpoint={templateApi.templateRetire}
        input={({ reason }) => ({ id, reason })}
        done={`${name} deactivated.`}
        onClose={onClose}
        title={`Deactivate ${name}?`}
        description={
          event && inForce
            ? `No SMS is sent for “${eventTitle(event)}” until another template is approved.`
            : 'The template can no longer be chosen. Existing messages are not affected.'
        }
        action="Deactivate"
        danger
        reason
      />
    )
  return (
    <ActDialog
      endpoint={templateApi.templateApprove}
      input={({ reason }) => ({ id, version: draft?.version ?? 0, reason })}
      done="Template submitted for approval."
      onClose={onClose}
      title={`Submit version ${draft?.version ?? ''} for approval?`}
      description="The current version is used until this one is approved."
      action="Submit for approval"
      reason
    />
  )
}
