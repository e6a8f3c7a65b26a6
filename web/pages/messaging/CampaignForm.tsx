import { LockKeyhole } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod/mini'
import { campaignApi } from '../../../contract/campaigns.ts'
import { templateApi } from '../../../contract/messaging.ts'
import { rolesWith } from '../../../contract/roles.ts'
import { type Sent, useAct, useApi } from '../../api.ts'
import { useMay } from '../../parts/currentUser.ts'
import { DraftNotice } from '../../parts/DraftNotice.tsx'
import { LoadNotice } from '../../parts/LoadError.tsx'
import { campaignPath, PURPOSE_WORDS, pagesText } from '../../parts/messaging/messagingWords.ts'
import type { Picked } from '../../parts/messaging/RecordPicker.tsx'
import { SmsBubble } from '../../parts/messaging/SmsBubble.tsx'
import { UnsavedGuard } from '../../parts/UnsavedGuard.tsx'
import { useDraft } from '../../parts/useDraft.ts'
import { useIdOf } from '../../parts/useIdOf.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { focusFirstError } from '../../ui/focus.ts'
import { Input } from '../../ui/Input.tsx'
import { BackLink, LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Select } from '../../ui/Select.tsx'
import { AudienceField } from './AudienceField.tsx'
import type { AudienceDraft, AudienceKind } from './audience.ts'
import { TemplateText } from './BodyDiff.tsx'
import { numberLines } from './numberLines.ts'

type CampaignDraft = { audience: AudienceDraft; templateId: string; name: string }
type Audience = Sent<typeof campaignApi.campaignCreate>['audience']
type Problems = Partial<Record<'audience' | 'templateId' | 'name', string>>

const picked: z.ZodMiniType<Picked> = z.object({ id: z.string(), title: z.string(), hint: z.string() })
const EMPTY: CampaignDraft = {
  audience: { kind: 'customer', segmentId: '', typed: '' },
  templateId: '',
  name: '',
}
const DRAFT = {
  initial: EMPTY,
  schema: z.object({
    audience: z.object({
      kind: z.enum(['customer', 'segment', 'list']),
      customer: z.optional(picked),
      segmentId: z.string(),
      typed: z.string(),
    }),
    templateId: z.string(),
    name: z.string(),
  }),
  // phone numbers are not saved in the browser
  toSave: (values: CampaignDraft): CampaignDraft => {
    const saved = { ...values, audience: { ...values.audience, typed: '' } }
    return isTyped(saved) ? saved : EMPTY
  },
}

const isTyped = ({ audience: { customer, segmentId, typed }, templateId, name }: CampaignDraft): boolean =>
  Boolean(customer || segmentId || typed || templateId || name)

/** Templates offered in the list. */
const TEMPLATES_MAX = 200

export function CampaignForm() {
  return useMay('money.ask') ? <NewCampaign /> : <NoPermission />
}

const Back = () => <BackLink to={paths.messagingTab('campaigns')}>Campaigns</BackLink>

function NoPermission() {
  return (
    <>
      <PageHeading title="New campaign" back={<Back />} />
      <Card flush>
        <EmptyState
          icon={<LockKeyhole />}
          title="You do not have permission to create campaigns"
          action={<LinkButton to={paths.messagingTab('campaigns')}>View campaigns</LinkButton>}
        >
          Ask {rolesWith('money.ask').join(' or ')}. You can view campaigns and their delivery status.
        </EmptyState>
      </Card>
    </>
  )
}

/** Audience, template and name; then the preview. */
function NewCampaign() {
  const navigate = useNavigate()
  const create = useAct(campaignApi.campaignCreate)
  const idOf = useIdOf()
  const { values, setValues, ...draft } = useDraft('campaign', DRAFT)
  const { audience, templateId, name } = values
  const set = (changes: Partial<CampaignDraft>): void => setValues(now => ({ ...now, ...changes }))
  const [problems, setProblems] = useState<Problems>({})
  const form = useRef<HTMLDivElement>(null)
  const submit = (): void => {
    const recipients = audienceOf(audience)
    const found: Problems = {
      ...(recipients ? {} : { audience: AUDIENCE_MISSING[audience.kind] }),
      ...(templateId ? {} : { templateId: 'Choose a template' }),
      ...nameProblem(name),
    }
    setProblems(found)
    focusFirstError(form.current)
    if (!recipients || Object.keys(found).length > 0) return
    const sent = { name, templateId, audience: recipients }
    create.mutate(
      { ...sent, id: idOf(sent) },
      {
        onSuccess: made => {
          draft.clear()
          void navigate(campaignPath(made.id), { replace: true })
        },
        onError: error => {
          setProblems(error.fields ?? {})
          focusFirstError(form.current)
        },
      },
    )
  }
  return (
    <>
      <PageHeading
        title="New campaign"
        description="The preview shows recipients, exclusions and cost before anything is sent."
        back={<Back />}
      />
      <div ref={form} className="form flex max-w-3xl flex-col gap-6">
        {draft.isRestored && <DraftNotice onStartAgain={draft.startAgain} />}
        <Step number={1} title="Audience">
          <AudienceField
            draft={audience}
            onChange={next => set({ audience: next })}
            error={problems.audience}
          />
        </Step>
        <Step number={2} title="Template">
          <TemplateField
            chosen={templateId}
            onChange={id => set({ templateId: id })}
            error={problems.templateId}
          />
        </Step>
        <Step number={3} title="Name">
          <Input
            label="Campaign name"
            hint="Customers do not see it."
            name="name"
            value={name}
            maxLength={80}
            error={problems.name}
            onChange={event => set({ name: event.target.value })}
          />
        </Step>
        {create.error && !create.error.fields && <Notice tone="negative">{create.error.message}</Notice>}
        <div className="flex justify-end">
          <Button look="primary" pending={create.isPending} onClick={submit}>
            Create preview
          </Button>
        </div>
      </div>
      <UnsavedGuard when={isTyped(values) && !create.isSuccess && !create.isPending} onLeave={draft.clear} />
    </>
  )
}

/** Error message of the contract. */
function nameProblem(name: string): Problems {
  const { error } = campaignApi.campaignCreate.input.shape.name.safeParse(name)
  return error ? { name: error.issues[0]?.message ?? 'Enter a name' } : {}
}

const AUDIENCE_MISSING: Record<AudienceKind, string> = {
  customer: 'Choose a customer',
  segment: 'Choose a segment',
  list: 'Paste numbers or choose a file',
}

function audienceOf({ kind, customer, segmentId, typed }: AudienceDraft): Audience | undefined {
  if (kind === 'customer') return customer && { kind, customerId: customer.id }
  if (kind === 'segment') return segmentId ? { kind, segmentId } : undefined
  const { lines } = numberLines(typed)
  return lines ? { kind, lines } : undefined
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return <Card title={`${number}. ${title}`}>{children}</Card>
}

type TemplateProps = { chosen: string; onChange: (id: string) => void; error: string | undefined }

/** Approved templates that are not sent automatically. */
function TemplateField({ chosen, onChange, error }: TemplateProps) {
  const list = useApi(templateApi.templateList, { status: 'approved', limit: TEMPLATES_MAX })
  const offered = (list.data?.rows ?? []).filter(row => row.event === null)
  const template = offered.find(row => row.id === chosen)
  return (
    <div className="flex flex-col gap-4">
      <Select
        label="Template"
        name="templateId"
        placeholder={list.data ? 'Choose a template' : 'Loading…'}
        value={chosen}
        error={error}
        hint={
          list.data && offered.length === 0
            ? 'No approved campaign template yet. Create one and submit it for approval first.'
            : template && PURPOSE_WORDS[template.purpose].means
        }
        options={offered.map(row => ({
          value: row.id,
          label: `${row.name} (${PURPOSE_WORDS[row.purpose].title})`,
        }))}
        onChange={event => onChange(event.target.value)}
      />
      <LoadNotice of={list} />
      {template?.inForce && (
        <div>
          <SmsBubble>
            <TemplateText body={template.inForce.body} />
          </SmsBubble>
          <p className="mt-2 text-[0.8125rem] text-muted">
            {pagesText(template.inForce.segments)} with example values, version {template.inForce.version}
          </p>
        </div>
      )}
    </div>
  )
}
