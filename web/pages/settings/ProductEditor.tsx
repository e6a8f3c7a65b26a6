import { type ReactNode, useMemo } from 'react'
import { productApi, productTerms } from '../../../contract/products.ts'
import { useApi } from '../../api.ts'
import { DraftNotice } from '../../parts/DraftNotice.tsx'
import { type Product, productFacts } from '../../parts/settings/productFacts.ts'
import { differences } from '../../parts/settings/sectionChanges.ts'
import { UnsavedGuard } from '../../parts/UnsavedGuard.tsx'
import { Card } from '../../ui/Card.tsx'
import { Input, Textarea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { ChangeFooter } from './ChangeFooter.tsx'
import type { Problems } from './draft.ts'
import { ProductPreview } from './ProductPreview.tsx'
import { ProductTermsFields } from './ProductTermsFields.tsx'
import {
  newProductDraft,
  type ProductDraft,
  productDraftOf,
  productDraftSchema,
  termsOf,
} from './productDraft.ts'
import { StaleNotice } from './StaleNotice.tsx'
import { useSettingForm } from './useSettingForm.ts'

type Props = {
  id: string
  /** The version to change; undefined for a new product. */
  newest?: Product
  onClose: () => void
}

/** Product form with a live preview. */
export function ProductEditor(props: Props) {
  const { id, newest, onClose } = props
  const frequencies = useApi(productApi.frequencyList, {})
  const offered = (frequencies.data?.rows ?? []).filter(row => row.status === 'active')
  const change = useProductChange(props)
  const { saved, draft, setDraft } = change
  const terms = useMemo(() => {
    const read = termsOf(draft)
    const parsed = productTerms.safeParse(read.terms)
    return Object.keys(read.problems).length === 0 && parsed.success ? parsed.data : undefined
  }, [draft])
  const isStale = newest !== undefined && change.refusal?.code === 'product.stale'
  const set = (part: Partial<ProductDraft>): void => setDraft(now => ({ ...now, ...part }))
  const stale = (
    <StaleProduct
      {...{ id, basedOn: change.basedOn }}
      onSeen={change.rebase}
      otherwise={isStale && <Notice tone="negative">{change.refusal?.message}</Notice>}
    />
  )
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <Card title={newest ? `Change ${newest.name}` : 'New product'}>
        <form {...change.form} aria-label="Product" className="flex flex-col gap-6">
          {saved.isRestored && <DraftNotice onStartAgain={saved.startAgain} />}
          {saved.isBehind && !isStale && stale}
          <NameFields draft={draft} set={set} problems={change.errors} />
          <ProductTermsFields draft={draft} set={set} problems={change.errors} frequencies={offered} />
          {isStale && stale}
          <ChangeFooter change={change} needsApproval isErrorShown={!isStale} onCancel={onClose} />
        </form>
      </Card>
      <ProductPreview terms={terms} />
      <UnsavedGuard {...change.guard} />
    </div>
  )
}

/** State and submission of the product form. */
const useProductChange = ({ id, newest, onClose }: Props) =>
  useSettingForm(productApi.productChange, {
    name: `product.${newest ? id : 'new'}`,
    newest,
    start: (): ProductDraft => (newest ? productDraftOf(newest) : newProductDraft(undefined)),
    schema: productDraftSchema,
    prepare: ({ draft, when }, basedOn) => {
      const { terms, problems } = termsOf(draft)
      const { code, name, description } = draft
      return { input: { id, code, name, description, terms, ...when, basedOn }, problems }
    },
    onDone: () => {
      toast('info', 'Product submitted for approval.')
      onClose()
    },
  })

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
        hint="Shown to applicants."
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

type StaleProps = { id: string; basedOn: number; onSeen: (version: number) => void; otherwise: ReactNode }

/** Shows the newer version, or the plain error while it is loading. */
function StaleProduct({ id, basedOn, onSeen, otherwise }: StaleProps) {
  const versions = useApi(productApi.productVersions, { id })
  const newer = versions.data?.rows[0]
  const base = versions.data?.rows.find(row => row.version === basedOn)
  if (!newer || !base || newer === base) return otherwise
  return (
    <StaleNotice
      version={newer.version}
      by={newer.changedBy}
      items={differences(productFacts(base), productFacts(newer))}
      onContinue={() => onSeen(newer.version)}
    />
  )
}
