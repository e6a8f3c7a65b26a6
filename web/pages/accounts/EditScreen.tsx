import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { customerApi } from '../../../contract/customers.ts'
import { type Customer, FIELD_WORDS } from '../../parts/customer/customerWords.ts'
import { PendingApprovalNotice } from '../../parts/lazyParts.tsx'
import { UnsavedGuard } from '../../parts/UnsavedGuard.tsx'
import { useDraft } from '../../parts/useDraft.ts'
import { useForm } from '../../parts/useForm.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Textarea } from '../../ui/Input.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { EditFields } from './EditFields.tsx'
import {
  changedFields,
  EDIT_FIELDS,
  type Edited,
  type EditForm,
  editInput,
  isSavable,
  isSensitive,
  onFile,
  startEditing,
} from './editing.ts'

/** Loaded only when a draft is restored. */
const RecordDraftNotice = lazyPart(
  () => import('../../parts/RecordDraftNotice.tsx').then(part => part.RecordDraftNotice<keyof Edited>),
  <Skeleton className="h-16" />,
)

/** Loaded only when the record changed since the form was opened. */
const StaleEditNotice = lazyPart(
  () => import('../../parts/StaleEditNotice.tsx').then(part => part.StaleEditNotice),
  <Skeleton className="h-16" />,
)

/** Edits a customer. The record at the start stays the base, so that a newer one is reported and not overwritten. */
export function EditScreen({ customer: latest }: { customer: Customer }) {
  const [customer, setCustomer] = useState(latest)
  const navigate = useNavigate()
  const client = useQueryClient()
  const draft = useDraft<Edited>(`customer.${customer.row.id}`, {
    initial: startEditing(customer),
    revision: customer.revision,
    isSavable,
  })
  const form = useForm(customerApi.customerChange, {
    draft,
    toInput: edited => editInput(customer, edited),
    check: edited =>
      changedFields(customer, edited).some(isSensitive) && edited.reason.trim().length < 3
        ? { reason: 'Enter a reason for the approver' }
        : {},
    onDone: ({ approvalId, revision }) => {
      const waiting =
        revision > customer.revision
          ? 'Saved. Some changes are pending approval.'
          : 'Changes submitted for approval.'
      toast('success', approvalId ? waiting : 'Changes saved.')
      void navigate(paths.customer(customer.row.id))
    },
    onRefused: error => {
      if (error.code === 'customer.stale') void client.invalidateQueries()
      return false
    },
  })
  const changed = changedFields(customer, form.values)
  // untouched fields take the newer record; typed fields stay
  const goOnFrom = (newer: Customer): void => {
    const [before, after] = [startEditing(customer), startEditing(newer)]
    for (const field of EDIT_FIELDS) if (form.values[field] === before[field]) form.set(field, after[field])
    setCustomer(newer)
  }
  return (
    <>
      <UnsavedGuard {...form.guard} />
      <div className="mb-6 flex flex-col gap-3 empty:hidden">
        {draft.isRestored && (
          <RecordDraftNotice
            draft={draft}
            what="customer"
            wordsFor={field => (field === 'reason' ? 'Reason' : FIELD_WORDS[field])}
            onFile={field => (field === 'reason' ? undefined : onFile(customer, field))}
          />
        )}
        {customer.pending.map(({ approvalId }) => (
          <PendingApprovalNotice key={approvalId} approvalId={approvalId} />
        ))}
        {latest.revision !== customer.revision && (
          <StaleEditNotice
            what="customer"
            changed={EDIT_FIELDS.filter(field => onFile(customer, field) !== onFile(latest, field)).map(
              field => [FIELD_WORDS[field], onFile(latest, field)],
            )}
            onSeen={() => goOnFrom(latest)}
          />
        )}
      </div>
      <form {...form.form} className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <EditFields form={form} customer={customer} />
        <SaveCard form={form} customer={customer} changed={changed} />
      </form>
    </>
  )
}

type SaveProps = { form: EditForm; customer: Customer; changed: ReturnType<typeof changedFields> }

/** Lists which fields are saved immediately and which need approval. */
function SaveCard({ form, customer, changed }: SaveProps) {
  const waits = changed.filter(isSensitive)
  const atOnce = changed.filter(field => !isSensitive(field))
  return (
    <Card title="Save" className="xl:sticky xl:top-20">
      <div className="flex flex-col gap-4">
        {changed.length === 0 && <p className="text-muted">No changes yet.</p>}
        {atOnce.length > 0 && (
          <p>
            <span className="text-muted">Saved immediately: </span>
            {atOnce.map(field => FIELD_WORDS[field]).join(', ')}
          </p>
        )}
        {waits.length > 0 && (
          <p>
            <span className="font-medium text-caution">Needs approval: </span>
            {waits.map(field => FIELD_WORDS[field]).join(', ')}
          </p>
        )}
        <Textarea
          {...form.field('reason')}
          label="Reason"
          rows={3}
          maxLength={500}
          optional={waits.length === 0}
        />
        {form.message && <Notice tone="negative">{form.message}</Notice>}
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <LinkButton to={paths.customer(customer.row.id)}>Cancel</LinkButton>
          <Button
            look="primary"
            type="submit"
            pending={form.pending}
            disabledReason={changed.length === 0 ? 'No changes yet.' : form.disabledReason}
          >
            {waits.length > 0 ? 'Save and submit' : 'Save'}
          </Button>
        </div>
      </div>
    </Card>
  )
}
