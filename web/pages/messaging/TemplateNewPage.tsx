import { LockKeyhole } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { TEMPLATE_PURPOSES, templateApi } from '../../../contract/messaging.ts'
import { rolesWith } from '../../../contract/roles.ts'
import { useApi } from '../../api.ts'
import { useMay } from '../../parts/currentUser.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { templatePath } from '../../parts/messaging/messagingWords.ts'
import { NotFound, namesNothing } from '../../parts/NotFound.tsx'
import { paths } from '../../paths.ts'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { BackLink, LinkButton } from '../../ui/LinkButton.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { TemplateEditor } from './TemplateEditor.tsx'
import { BLANK, type TemplateDraft } from './templateDraft.ts'

/** A new template, or with `?template=` the next version of one. */
export default function TemplateNewPage() {
  const [params] = useSearchParams()
  const id = params.get('template')
  const may = useMay('settings.change')
  if (!may) return <NoPermission />
  if (id) return <NextVersion key={id} id={id} />
  return (
    <>
      <PageHeading
        title="New message template"
        description="The template can be used after approval."
        back={<BackLink to={paths.messaging}>Messaging</BackLink>}
      />
      <TemplateEditor initial={BLANK} basedOn={0} />
    </>
  )
}

function NextVersion({ id }: { id: string }) {
  const found = useApi(templateApi.templateGet, { id })
  if (namesNothing(found.error)) return <NotFound />
  if (found.error && !found.data)
    return (
      <Card>
        <LoadError of={found} />
      </Card>
    )
  if (!found.data) return <CardSkeleton lines={10} />
  const { template, versions } = found.data
  const initial: TemplateDraft = {
    name: template.name,
    event: template.event,
    purpose: TEMPLATE_PURPOSES.find(purpose => purpose === template.purpose) ?? 'reminder',
    body: (template.draft ?? template.inForce)?.body ?? '',
  }
  const next = (versions[0]?.version ?? 0) + 1
  return (
    <>
      <PageHeading
        title={`${template.name}: version ${next}`}
        description="The current version is used until this one is approved."
        back={<BackLink to={templatePath(id)}>{template.name}</BackLink>}
      />
      <TemplateEditor id={id} initial={initial} basedOn={versions[0]?.version ?? 0} />
    </>
  )
}

function NoPermission() {
  return (
    <>
      <PageHeading title="New message template" back={<BackLink to={paths.messaging}>Messaging</BackLink>} />
      <Card flush>
        <EmptyState
          icon={<LockKeyhole />}
          title="You do not have permission to create templates"
          action={<LinkButton to={paths.messaging}>View templates</LinkButton>}
        >
          Ask {rolesWith('settings.change').join(' or ')}. You can view templates and their versions.
        </EmptyState>
      </Card>
    </>
  )
}
