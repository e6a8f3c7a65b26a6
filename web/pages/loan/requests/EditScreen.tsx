import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { requestApi } from '../../../../contract/requests.ts'
import { quote } from '../../../../engine/product.ts'
import {
  APPLICATION_WORDS,
  applicationTexts,
  applicationWords,
  differing,
} from '../../../parts/applicationWords.ts'
import { DocumentList } from '../../../parts/lazyParts.tsx'
import { QuoteSummary } from '../../../parts/QuoteSummary.tsx'
import { parseTerms } from '../../../parts/requestedTerms.ts'
import type { LoanRequest } from '../../../parts/requestWords.ts'
import { todayInLagos } from '../../../parts/today.ts'
import { UnsavedGuard } from '../../../parts/UnsavedGuard.tsx'
import { useDraft } from '../../../parts/useDraft.ts'
import { useForm } from '../../../parts/useForm.ts'
import { useProducts } from '../../../parts/useProducts.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Textarea } from '../../../ui/Input.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { EditFields } from './EditFields.tsx'
import {
  type Edited,
  type EditForm,
  editField,
  editInput,
  editProblems,
  editTexts,
  isSavable,
  type Product,
  startEditing,
} from './editing.ts'
import { LastDecision } from './LastDecision.tsx'

/** Loaded with the first change. */
const ChangesTable = lazyPart(
  () => import('../../../parts/ChangesTable.tsx').then(part => part.ChangesTable),
  <Skeleton className="h-12 w-full" />,
)

/** Loaded only when a draft is restored. */
const RecordDraftNotice = lazyPart(
  () => import('../../../parts/RecordDraftNotice.tsx').then(part => part.RecordDraftNotice<keyof Edited>),
  <Skeleton className="h-16" />,
)

/** Loaded only when the request changed since the form was opened. */
const StaleEditNotice = lazyPart(
  () => import('../../../parts/StaleEditNotice.tsx').then(part => part.StaleEditNotice),
  <Skeleton className="h-16" />,
)

/**
 * Edits a rejected request and shows the changes before it is resubmitted. The version at the start stays the base,
 * so that a newer version is reported and not overwritten.
 */
export function EditScreen({ request: latest }: { request: LoanRequest }) {
  const [request, setRequest] = useState(latest)
  const { row, application } = request
  const navigate = useNavigate()
  const client = useQueryClient()
  const { products = [], productNames } = useProducts()
  const today = todayInLagos()
  const offered = products.filter(each => each.status === 'active' && each.effectiveOn <= today)
  const initial = useMemo(() => startEditing(application), [application])
  const draft = useDraft<Edited>(`request.${row.id}`, { initial, revision: row.version, isSavable })
  const form = useForm(requestApi.requestEdit, {
    draft,
    toInput: edited => editInput(request, edited),
    check: edited => editProblems(edited, termsOf(offered, edited.productId)),
    fieldName: editField,
    onDone: () => {
      toast('success', `${row.reference} resubmitted to the reviewer as version ${row.version + 1}.`, {
        link: { title: `Open ${row.reference}`, to: paths.request('reviewer', row.id) },
      })
      void navigate(paths.rejectedRequests)
    },
    onRefused: error => {
      if (error.code === 'request.stale') void client.invalidateQueries()
      return false
    },
  })
  const product = offered.find(each => each.id === form.values.productId)
  const terms = product && parseTerms(product.terms, form.values)
  const texts = editTexts(application, form.values, productNames)
  // untouched fields take the newer version; typed fields stay
  const goOnFrom = (newer: LoanRequest): void => {
    const after = startEditing(newer.application)
    for (const field of Object.keys(initial) as (keyof Edited)[])
      if (form.values[field] === initial[field]) form.set(field, after[field])
    setRequest(newer)
  }
  return (
    <>
      <UnsavedGuard {...form.guard} />
      <div className="mb-6 flex flex-col gap-3">
        {draft.isRestored && (
          <RecordDraftNotice
            draft={draft}
            what="request"
            wordsFor={field => (field === 'note' ? NOTE : APPLICATION_WORDS[field])}
            onFile={field => (field === 'note' ? undefined : texts.before[field])}
          />
        )}
        {/* a request that is no longer rejected cannot be corrected; the server error says so */}
        {latest.row.version !== row.version && latest.row.stage === 'rejected' && (
          <StaleEditNotice
            what="request"
            changed={Object.entries(
              differing(texts.before, applicationTexts(latest.application, productNames)).after,
            ).map(([field, now]) => [applicationWords(field), now])}
            onSeen={() => goOnFrom(latest)}
          />
        )}
        <LastDecision timeline={request.timeline} />
      </div>
      <form {...form.form} className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_27rem]">
        <EditFields form={form} application={application} products={offered} product={product} />
        <div className="flex flex-col gap-6 xl:sticky xl:top-20">
          <ResubmitCard form={form} texts={texts} />
          {product && terms && <QuoteSummary quote={quote(product.terms, { ...terms, payOutOn: today })} />}
        </div>
      </form>
      <Card title="Documents" className="mt-6">
        <div className="-my-2">
          <DocumentList subjectType="request" subjectId={row.id} />
        </div>
      </Card>
    </>
  )
}

const NOTE = 'Note for the reviewer'

const termsOf = (products: readonly Product[], id: string) => products.find(each => each.id === id)?.terms

function ResubmitCard({ form, texts }: { form: EditForm; texts: ReturnType<typeof editTexts> }) {
  const change = differing(texts.before, texts.after)
  const wrong = Object.keys(form.errors).length
  return (
    <Card title="Resubmit">
      <div className="flex flex-col gap-4">
        {change.count === 0 ? (
          <p className="text-muted">No changes yet. The reviewer would receive the same request again.</p>
        ) : (
          <div className="max-h-72 overflow-y-auto">
            <ChangesTable before={change.before} after={change.after} wordsFor={applicationWords} />
          </div>
        )}
        <Textarea
          {...form.field('note')}
          label={NOTE}
          hint="What you corrected, and the evidence."
          maxLength={1000}
        />
        {form.message && <Notice tone="negative">{form.message}</Notice>}
        {wrong > 0 && (
          <Notice tone="negative">
            {wrong === 1 ? 'One field has an error.' : `${wrong} fields have errors.`} Correct{' '}
            {wrong === 1 ? 'it' : 'them'} before you resubmit.
          </Notice>
        )}
        <Button look="primary" type="submit" pending={form.pending} disabledReason={form.disabledReason} wide>
          Resubmit request
        </Button>
      </div>
    </Card>
  )
}
