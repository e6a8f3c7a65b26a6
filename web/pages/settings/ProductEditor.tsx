import { useMemo, useState } from 'react'
import { productApi, productTerms } from '../../../contract/products.ts'
import { useApi } from '../../api.ts'
import { type Product, productFacts } from '../../parts/settings/productFacts.ts'
import { differences } from '../../parts/settings/sectionChanges.ts'
import { todayInLagos } from '../../parts/today.ts'
import { UnsavedGuard } from '../../parts/UnsavedGuard.tsx'
import { Card } from '../../ui/Card.tsx'
import { Input, Textarea } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast.ts'
import { ChangeFooter, type When } from './ChangeFooter.tsx'
import type { Problems } from './draft.ts'
import { ProductPreview } from './ProductPreview.tsx'
import { ProductTermsFields } from './ProductTermsFields.tsx'
import { newProductDraft, type ProductDraft, productDraftOf, termsOf } from './productDraft.ts'
import { StaleNotice } from './StaleNotice.tsx'
import { useChange } from './useChange.ts'

type Props = {
  id: string
  /** The version it starts from; none for a new product. */
  newest?: Product
  onClose: () => void
}

/** The form on the left, what it comes to on the right, at every keystroke. */
export function ProductEditor({ id, newest, onClose }: Props) {
  const frequencies = useApi(productApi.frequencyList, {})
  const offered = (frequencies.data?.rows ?? []).filter(row => row.status === 'active')
  const [started] = useState<ProductDraft>(() =>
    newest ? productDraftOf(newest) : newProductDraft(undefined),
  )
  const [draft, setDraft] = useState(started)
  const [base, setBase] = useState(newest)
  const [when, setWhen] = useState<When>({ effectiveOn: firstDay(newest), reason: '' })
  const change = useChange(productApi.productChange, {
    prepare: () => {
      const { terms, problems } = termsOf(draft)
      const { code, name, description } = draft
      return {
        input: { id, code, name, description, terms, ...when, basedOn: base?.version ?? 0 },
        problems,
      }
    },
    onDone: () => {
      toast('info', 'Waiting for a second person. Nothing has changed yet.')
      onClose()
    },
  })
  const terms = useMemo(() => {
    const typed = termsOf(draft)
    const parsed = productTerms.safeParse(typed.terms)
    return Object.keys(typed.problems).length === 0 && parsed.success ? parsed.data : undefined
  }, [draft])
  const isDirty = draft !== started && JSON.stringify(draft) !== JSON.stringify(started)
  const isStale = change.refusal?.code === 'product.stale'
  const set = (part: Partial<ProductDraft>): void => setDraft(now => ({ ...now, ...part }))
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <Card title={newest ? `Change ${newest.name}` : 'New product'}>
        <form {...change.form} aria-label="Product" className="flex flex-col gap-6">
          <NameFields draft={draft} set={set} problems={change.problems} />
          <ProductTermsFields draft={draft} set={set} problems={change.problems} frequencies={offered} />
          {isStale && base && (
            <StaleProduct
              base={base}
              onTaken={version => {
                setBase(version)
                change.forgive()
              }}
            />
          )}
          <ChangeFooter
            {...{ when, isDirty }}
            isAsked
            onWhen={setWhen}
            problems={change.problems}
            unplaced={change.unplaced}
            refusal={isStale && base ? undefined : change.refusal}
            pending={change.pending}
            onCancel={onClose}
          />
        </form>
      </Card>
      <ProductPreview terms={terms} />
      <UnsavedGuard when={(isDirty || when.reason !== '') && !change.pending} />
    </div>
  )
}

/** A version that is still to come keeps its day. */
const firstDay = (newest: Product | undefined): string => {
  const today = todayInLagos()
  return newest && newest.effectiveOn > today ? newest.effectiveOn : today
}

type NameProps = { draft: ProductDraft; set: (part: Partial<ProductDraft>) => void; problems: Problems }

function NameFields({ draft, set, problems }: NameProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-[1fr_10rem]">
      <Input
        label="Name"
        name="name"
        maxLength={80}
        value={draft.name}
        error={problems.name}
        onChange={event => set({ name: event.target.value })}
      />
      <Input
        label="Code"
        name="code"
        maxLength={20}
        autoCapitalize="characters"
        spellCheck={false}
        value={draft.code}
        error={problems.code}
        onChange={event => set({ code: event.target.value })}
      />
      <Textarea
        label="Description"
        hint="What an applicant reads."
        name="description"
        rows={2}
        maxLength={400}
        value={draft.description}
        error={problems.description}
        onChange={event => set({ description: event.target.value })}
        className="sm:col-span-2"
      />
    </div>
  )
}

function StaleProduct({ base, onTaken }: { base: Product; onTaken: (version: Product) => void }) {
  const versions = useApi(productApi.productVersions, { id: base.id })
  const newer = versions.data?.rows[0]
  if (!newer || newer.version === base.version) return null
  return (
    <StaleNotice
      version={newer.version}
      by={newer.changedBy}
      items={differences(productFacts(base), productFacts(newer))}
      onKeepMine={() => onTaken(newer)}
    />
  )
}
