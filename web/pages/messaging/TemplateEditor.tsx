import { useState } from 'react'
import { useNavigate } from 'react-router'
import { templateApi } from '../../../contract/messaging.ts'
import { useAct, useApi } from '../../api.ts'
import { DraftNotice } from '../../parts/DraftNotice.tsx'
import { templatePath } from '../../parts/messaging/messagingWords.ts'
import type { Picked } from '../../parts/messaging/RecordPicker.tsx'
import { UnsavedGuard } from '../../parts/UnsavedGuard.tsx'
import { useDraft } from '../../parts/useDraft.ts'
import { useSection } from '../../parts/useSection.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { useDebounced } from '../../ui/useDebounced.ts'
import { BodyField } from './BodyField.tsx'
import { TemplateHead } from './TemplateHead.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'
import { checkBody, purposeOf, type TemplateDraft, templateDraftSchema } from './templateDraft.ts'

type Props = {
  /** Undefined for a new template. */
  id?: string
  initial: TemplateDraft
  basedOn: number
}

/** Template form with a live preview. */
export function TemplateEditor({ id, initial, basedOn }: Props) {
  const draft = useDraft(`template.${id ?? 'new'}`, { initial, schema: templateDraftSchema })
  const { values, setValues, isDirty } = draft
  const set = (changes: Partial<TemplateDraft>): void => setValues(now => ({ ...now, ...changes }))
  const [customer, setCustomer] = useState<Picked>()
  const company = useSection('organisation')?.operatingCompany ?? 'Iroko'
  const looked = checkBody(values.body, values.event, company)
  const asked = usePreview(values, customer?.id)
  const saving = useSaving(id, values, basedOn, draft.clear)
  const [isSubmitting, setSubmitting] = useState(false)
  const banned = asked?.banned ?? []
  const missing = customer && asked ? asked.problems.map(problem => `${customer.title}: ${problem}`) : []
  const problems = [
    ...looked.problems,
    ...(looked.problems.length > 0 ? [] : missing),
    ...banned.map(word => `Recovery messages must not contain “${word.toLowerCase()}”.`),
  ]
  const whyNot = whyNoSave(values, problems)
  return (
    <>
      {draft.isRestored && (
        <div className="mb-5">
          <DraftNotice onStartAgain={draft.startAgain} />
        </div>
      )}
      <div className="form grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Card>
          <div className="flex flex-col gap-5">
            <TemplateHead {...{ values, set, errors: saving.errors }} isNew={id === undefined} />
            <BodyField {...{ values, set, looked, problems, error: saving.errors.body }} />
            {saving.message && <Notice tone="negative">{saving.message}</Notice>}
            <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-5">
              <Button
                pending={saving.isPending && !isSubmitting}
                disabledReason={whyNot}
                onClick={() => saving.save()}
              >
                Save draft
              </Button>
              <Button look="primary" disabledReason={whyNot} onClick={() => setSubmitting(true)}>
                Submit for approval
              </Button>
            </div>
          </div>
        </Card>
        <TemplatePreview {...{ looked, asked, customer }} onCustomer={setCustomer} />
      </div>
      <ConfirmDialog
        open={isSubmitting}
        onClose={() => setSubmitting(false)}
        title="Submit for approval?"
        description="Saves the draft. The current version is used until this one is approved."
        action="Submit for approval"
        reason="required"
        pending={saving.isPending}
        error={saving.message ?? saving.errors.body ?? saving.errors.name}
        onConfirm={saving.save}
      />
      <UnsavedGuard
        when={isDirty && !saving.isDone}
        means="The template is not saved. Your text stays in this tab until you close it."
      />
    </>
  )
}

function whyNoSave({ name, body }: TemplateDraft, problems: readonly string[]): string | undefined {
  if (name.trim().length < 3) return 'Enter a name first.'
  if (body.trim() === '') return 'Enter the text first.'
  return problems[0]
}

const same = (a: TemplateDraft, b: TemplateDraft): boolean =>
  a.name === b.name && a.event === b.event && a.purpose === b.purpose && a.body === b.body

/** Preview of the server with customer data and banned words; undefined while it is outdated. */
function usePreview(values: TemplateDraft, customerId: string | undefined) {
  const input = JSON.stringify({
    body: values.body,
    event: values.event,
    purpose: purposeOf(values),
    ...(customerId ? { customerId } : {}),
  })
  const asked = useDebounced(input)
  const reply = useApi(templateApi.templatePreview, JSON.parse(asked), { enabled: values.body !== '' })
  return asked === input && !reply.isPlaceholderData && values.body !== '' ? reply.data : undefined
}

type SavedAs = { id: string; version: number; of: TemplateDraft }

function useSaving(id: string | undefined, values: TemplateDraft, basedOn: number, clearDraft: () => void) {
  const { name, event, purpose, body } = values
  const navigate = useNavigate()
  const [newId] = useState(() => crypto.randomUUID())
  const save = useAct(templateApi.templateSave)
  const approve = useAct(templateApi.templateApprove)
  // a saved draft whose submission failed: the next attempt submits the same draft
  const [savedAs, setSavedAs] = useState<SavedAs>()
  const isSaved = savedAs !== undefined && same(savedAs.of, values)
  const leave = (templateId: string, message: string): void => {
    clearDraft()
    toast('success', message)
    void navigate(templatePath(templateId))
  }
  const submit = (draft: Omit<SavedAs, 'of'>, reason: string): void =>
    approve.mutate(
      { ...draft, reason },
      { onSuccess: () => leave(draft.id, 'Template submitted for approval.') },
    )
  /** With a reason, the draft is submitted after saving. */
  const saveDraft = (reason?: string): void =>
    save.mutate(
      { id: id ?? newId, name, event, purpose, body, basedOn: savedAs?.version ?? basedOn },
      {
        onSuccess: saved => {
          if (reason === undefined || !saved.draft) return leave(saved.id, 'Draft saved.')
          const { version } = saved.draft
          setSavedAs({ id: saved.id, version, of: values })
          submit({ id: saved.id, version }, reason)
        },
      },
    )
  const submitError = approve.error && `Draft saved, but not submitted: ${approve.error.message}`
  return {
    save: (reason?: string): void => {
      approve.reset()
      if (isSaved && reason !== undefined) submit({ id: savedAs.id, version: savedAs.version }, reason)
      else if (isSaved) leave(savedAs.id, 'Draft saved.')
      else saveDraft(reason)
    },
    isPending: save.isPending || approve.isPending,
    isDone: isSaved || (save.isSuccess && savedAs === undefined),
    errors: save.error?.fields ?? {},
    message: submitError ?? (save.error && !save.error.fields ? save.error.message : undefined),
  }
}
