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
import { campaignPath, PURPOSE_WORDS, partsText } from '../../parts/messaging/messagingWords.ts'
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
  // phone numbers must not stay in the browser for the next user; their file is read again
  toSave: (values: CampaignDraft): CampaignDraft => {
    const saved = { ...values, audience: { ...values.audience, typed: '' } }
    return isTyped(saved) ? saved : EMPTY
  },
}

const isTyped = ({ audience: { customer, segmentId, typed }, templateId, name }: CampaignDraft): boolean =>
  Boolean(customer || segmentId || typed || templateId || name)

/** As many as anybody chooses from; a list of more templates is searched on its own tab. */
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
          title="Campaigns are made by other roles"
          action={<LinkButton to={paths.messagingTab('campaigns')}>See the campaigns</LinkButton>}
        >
          {rolesWith('money.ask').join(' and ')} make them. You can read every campaign and what became of its
          messages.
        </EmptyState>
      </Card>
    </>
  )
}

/** Whom, what, and a name; then the dry run, before which nothing is sent. */
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
    const whom = audienceOf(audience)
    const found: Problems = {
      ...(whom ? {} : { audience: NOBODY[audience.kind] }),
      ...(templateId ? {} : { templateId: 'Choose a template' }),
      ...nameProblem(name),
    }
    setProblems(found)
    focusFirstError(form.current)
    if (!whom || Object.keys(found).length > 0) return
    const sent = { name, templateId, audience: whom }
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
        description="Nothing is sent from here: first the dry run shows who gets it, who is left out and what it costs."
        back={<Back />}
      />
      <div ref={form} className="form flex max-w-3xl flex-col gap-6">
        {draft.isRestored && <DraftNotice onStartAgain={draft.startAgain} />}
        <Step number={1} title="To whom">
          <AudienceField
            draft={audience}
            onChange={next => set({ audience: next })}
            error={problems.audience}
          />
        </Step>
        <Step number={2} title="Which text">
          <TemplateField
            chosen={templateId}
            onChange={id => set({ templateId: id })}
            error={problems.templateId}
          />
        </Step>
        <Step number={3} title="What to call it">
          <Input
            label="Name of the campaign"
            hint="For colleagues; customers never see it."
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
            Make the dry run
          </Button>
        </div>
      </div>
      <UnsavedGuard when={isTyped(values) && !create.isSuccess && !create.isPending} onLeave={draft.clear} />
    </>
  )
}

/** In the contract's own words. */
function nameProblem(name: string): Problems {
  const { error } = campaignApi.campaignCreate.input.shape.name.safeParse(name)
  return error ? { name: error.issues[0]?.message ?? 'Please fill this in' } : {}
}

const NOBODY: Record<AudienceKind, string> = {
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

/** Only what is in force and tells about no event by itself. */
function TemplateField({ chosen, onChange, error }: TemplateProps) {
  const list = useApi(templateApi.templateList, { status: 'approved', limit: TEMPLATES_MAX })
  const offered = (list.data?.rows ?? []).filter(row => row.event === null)
  const template = offered.find(row => row.id === chosen)
  return (
    <div className="flex flex-col gap-4">
      <Select
        label="Template"
        name="templateId"
        placeholder={list.data ? 'Choose a template' : 'One moment'}
        value={chosen}
        error={error}
        hint={
          list.data && offered.length === 0
            ? 'There is no approved template for campaigns yet. Write one and have it approved first.'
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
            {partsText(template.inForce.segments)} with example values, version {template.inForce.version}
          </p>
        </div>
      )}
    </div>
  )
}
