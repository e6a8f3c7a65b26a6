import { Package, Plus } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { productApi } from '../../../contract/products.ts'
import { useApi } from '../../api.ts'
import { Amount } from '../../parts/Amount.tsx'
import { useWhyNotChange } from '../../parts/currentUser.ts'
import { dayText, percentText } from '../../parts/figures.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import type { Product } from '../../parts/settings/productFacts.ts'
import { RATE_PER, TENOR_UNIT } from '../../parts/settings/productWords.ts'
import { todayInLagos } from '../../parts/today.ts'
import { wholeList } from '../../parts/useList.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'

/** Products with status and pending changes. */
export function ProductsPanel() {
  const whyNot = useWhyNotChange()
  const [, setParams] = useSearchParams()
  const open = (product: string): void => setParams({ section: 'products', product })
  return (
    <ListPage
      title="Products"
      actions={
        <Button
          size="small"
          look="primary"
          icon={<Plus aria-hidden size={15} />}
          disabledReason={whyNot}
          onClick={() => open('new')}
        >
          New product
        </Button>
      }
      list={wholeList(useApi(productApi.productList, {}))}
      caption="Products"
      columns={columns(open)}
      skeletonRows={3}
      empty={{
        icon: <Package />,
        title: 'No products yet',
        text: 'A product sets amount, tenor, rate and fees of a loan.',
      }}
    />
  )
}

const columns = (open: (id: string) => void): Column<Product>[] => [
  {
    id: 'name',
    title: 'Product',
    lead: true,
    cell: product => (
      <RowLink onOpen={() => open(product.id)} beside={product.code}>
        {product.name}
      </RowLink>
    ),
  },
  {
    id: 'rate',
    title: 'Rate',
    cell: ({ terms }) => (
      <span className="whitespace-nowrap">
        {percentText(terms.ratePpm)}% {RATE_PER[terms.ratePer]}, {terms.interest}
      </span>
    ),
  },
  {
    id: 'amount',
    title: 'Maximum amount',
    align: 'right',
    cell: ({ terms }) => <Amount of={terms.mostAmount} />,
  },
  {
    id: 'tenor',
    title: 'Tenor',
    cell: ({ terms }) => (
      <span className="whitespace-nowrap">
        {terms.leastTenor}–{terms.mostTenor} {TENOR_UNIT[terms.frequency.rhythm]}
      </span>
    ),
  },
  { id: 'version', title: 'Version', align: 'right', cell: product => product.version },
  { id: 'status', title: 'Status', cell: product => <ProductBadges product={product} /> },
]

export function ProductBadges({ product }: { product: Product }) {
  return (
    <span className="flex gap-1.5 max-md:flex-wrap">
      <OfferBadge product={product} />
      {product.pendingApprovalId && <Badge tone="caution">Pending approval</Badge>}
    </span>
  )
}

function OfferBadge({ product }: { product: Product }) {
  if (product.status === 'retired') return <Badge>Inactive</Badge>
  if (product.effectiveOn > todayInLagos())
    return <Badge tone="notice">From {dayText(product.effectiveOn)}</Badge>
  return (
    <Badge tone="positive" dot>
      Active
    </Badge>
  )
}
