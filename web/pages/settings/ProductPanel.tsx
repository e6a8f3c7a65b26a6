import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Reply } from '../../../contract/endpoint.ts'
import { productApi } from '../../../contract/products.ts'
import { countOf } from '../../../engine/countText.ts'
import { useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { useWhyNotChange } from '../../parts/currentUser.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { Differences } from '../../parts/settings/Differences.tsx'
import { type Product, productFacts } from '../../parts/settings/productFacts.ts'
import { differences } from '../../parts/settings/sectionChanges.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ProductEditor } from './ProductEditor.tsx'
import { ProductPreview } from './ProductPreview.tsx'
import { ProductBadges } from './ProductsPanel.tsx'
import { VersionItem } from './SectionHistory.tsx'
import { Waiting } from './SectionPanel.tsx'
import { VersionLine } from './VersionLine.tsx'

/** One product: terms, preview and versions, or the editor. */
export function ProductPanel({ id }: { id: string }) {
  const products = useApi(productApi.productList, {})
  const versions = useApi(productApi.productVersions, { id })
  const [params, setParams] = useSearchParams()
  const whyNot = useWhyNotChange()
  const product = products.data?.rows.find(row => row.id === id)
  const known = versions.isPlaceholderData ? undefined : versions.data?.rows
  const unknown = products.data ? versions : products
  if (unknown.error && !(products.data && known))
    return (
      <Card>
        <LoadError of={unknown} />
      </Card>
    )
  if (!products.data || !known) return <CardSkeleton lines={8} />
  const newest = known[0]
  if (!product || !newest)
    return (
      <Card flush>
        <EmptyState title="Product not found">
          The link may be outdated, or the product was not approved.
        </EmptyState>
      </Card>
    )
  const edit = (on: boolean): void =>
    setParams(
      on ? { section: 'products', product: id, edit: 'product' } : { section: 'products', product: id },
    )
  if (params.get('edit') === 'product' && whyNot === undefined)
    return <ProductEditor key={id} id={id} newest={newest} onClose={() => edit(false)} />
  return <ProductView product={product} versions={known} whyNot={whyNot} onEdit={() => edit(true)} />
}

type ProductVersion = Reply<typeof productApi.productVersions>['rows'][number]

type ViewProps = {
  product: Product
  versions: readonly ProductVersion[]
  whyNot: string | undefined
  onEdit: () => void
}

function ProductView({ product, versions, whyNot, onEdit }: ViewProps) {
  const [isDeactivating, setDeactivating] = useState(false)
  const whyInactive = product.status === 'retired' ? 'This product is inactive.' : undefined
  const whyPending = product.pendingApprovalId ? 'A change is pending approval already.' : undefined
  const disabledReason = whyNot ?? whyInactive ?? whyPending
  return (
    <div className="flex flex-col gap-6">
      {product.pendingApprovalId && <Waiting approvalId={product.pendingApprovalId} />}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Card
          flush
          title="Terms"
          actions={
            <div className="flex gap-2">
              <Button size="small" disabledReason={disabledReason} onClick={() => setDeactivating(true)}>
                Deactivate
              </Button>
              <Button
                size="small"
                icon={<Pencil aria-hidden size={14} />}
                disabledReason={disabledReason}
                onClick={onEdit}
              >
                Change
              </Button>
            </div>
          }
        >
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-canvas/50 px-5 py-3 text-[0.8125rem] text-muted">
            <ProductBadges product={product} />
            <p>
              <VersionLine {...product} />
            </p>
          </div>
          <div className="px-5 py-2">
            <DefinitionList
              items={[...productFacts(product)].map(([term, value]) => ({
                term,
                value: <span className="whitespace-pre-line">{value}</span>,
              }))}
            />
          </div>
        </Card>
        <ProductPreview terms={product.terms} />
      </div>
      <Versions versions={versions} inForce={product.version} />
      {isDeactivating && <DeactivateDialog product={product} onClose={() => setDeactivating(false)} />}
    </div>
  )
}

function Versions({ versions, inForce }: { versions: readonly ProductVersion[]; inForce: number }) {
  return (
    <Card title="Versions">
      <p className="mb-4 text-muted">A loan keeps the version it was approved with.</p>
      <ol className="flex flex-col">
        {versions.map((version, index) => {
          const before = versions[index + 1]
          const items = before ? differences(productFacts(before), productFacts(version)) : []
          return (
            <VersionItem key={version.version} version={version} isCurrent={version.version === inForce}>
              {before && (
                <details className="mt-1.5">
                  <summary className="w-fit cursor-pointer rounded text-[0.8125rem] text-muted hover:text-ink">
                    {countOf(items.length, 'difference')}
                  </summary>
                  <div className="mt-2">
                    <Differences items={items} caption={`Changes in version ${version.version}`} />
                  </div>
                </details>
              )}
            </VersionItem>
          )
        })}
      </ol>
    </Card>
  )
}

function DeactivateDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  return (
    <ActDialog
      endpoint={productApi.productRetire}
      input={({ reason }) => ({ id: product.id, reason })}
      done={() => ['info', 'Submitted for approval. The product is offered until then.']}
      onClose={onClose}
      title={`Deactivate ${product.name}?`}
      description="Once approved, the product is no longer offered. Existing loans do not change."
      action="Submit for approval"
      danger
      reason
    />
  )
}
