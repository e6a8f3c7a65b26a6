import { LockKeyhole } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { productApi } from '../../../contract/products.ts'
import { rolesWith } from '../../../contract/roles.ts'
import { SECTION_NAMES, settingsApi } from '../../../contract/settings.ts'
import { useApi } from '../../api.ts'
import { useWhyNotChange } from '../../parts/currentUser.ts'
import { ENTRIES, type Entry, GROUPS, LEDGER_SECTIONS, settingsPath } from '../../parts/settings/entries.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { BackLink, LinkButton } from '../../ui/LinkButton.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Select } from '../../ui/Select.tsx'
import { useGuardedNavigate } from '../../ui/useGuardedNavigate.ts'

const WAITING = <CardSkeleton lines={6} />
const GeneralLedgerPanel = lazyPart(
  () => import('./ledger/GeneralLedgerPanel.tsx').then(panel => panel.GeneralLedgerPanel),
  WAITING,
)
const HealthPanel = lazyPart(() => import('./HealthPanel.tsx').then(panel => panel.HealthPanel), WAITING)
const ProductEditor = lazyPart(
  () => import('./ProductEditor.tsx').then(panel => panel.ProductEditor),
  WAITING,
)
const ProductPanel = lazyPart(() => import('./ProductPanel.tsx').then(panel => panel.ProductPanel), WAITING)
const ProductsPanel = lazyPart(
  () => import('./ProductsPanel.tsx').then(panel => panel.ProductsPanel),
  WAITING,
)
const SectionPanel = lazyPart(() => import('./SectionPanel.tsx').then(panel => panel.SectionPanel), WAITING)
const SecurityPanel = lazyPart(
  () => import('./SecurityPanel.tsx').then(panel => panel.SecurityPanel),
  WAITING,
)
const SmsPanel = lazyPart(() => import('./SmsPanel.tsx').then(panel => panel.SmsPanel), WAITING)

const DESCRIPTION = 'Products, rules, limits and system settings.'

/** An overview, or the section in the address beside the list. */
export default function SettingsPage() {
  const [params] = useSearchParams()
  const wanted = params.get('section')
  const panel = wanted === null ? undefined : panelFor(wanted)
  if (!wanted || !panel)
    return (
      <>
        <PageHeading title="Settings" description={DESCRIPTION} />
        <Overview />
      </>
    )
  const moved = sectionOfTab(params)
  if (moved) return <Navigate replace to={{ search: `?${moved}` }} />
  const product = wanted === 'products' ? params.get('product') : null
  if (product) return <ProductPage key={product} id={product} />
  const title = ENTRIES.find(entry => entry.id === wanted)?.title ?? 'Settings'
  return (
    <>
      <PageHeading key={wanted} title={title} back={<BackLink to={paths.settings}>Settings</BackLink>} />
      <div className="grid items-start gap-8 xl:grid-cols-[13rem_minmax(0,1fr)]">
        <SectionList current={wanted} />
        <SectionSelect current={wanted} />
        {panel}
      </div>
    </>
  )
}

/** A product on the full width, with terms and preview side by side. */
function ProductPage({ id }: { id: string }) {
  const products = useApi(productApi.productList, {})
  const [newId] = useState(() => crypto.randomUUID())
  const navigate = useNavigate()
  const isNew = id === 'new'
  const whyNot = useWhyNotChange()
  const list = settingsPath('products')
  const name = isNew ? 'New product' : (products.data?.rows.find(row => row.id === id)?.name ?? 'Product')
  return (
    <>
      <PageHeading title={name} back={<BackLink to={list}>Products and fees</BackLink>} />
      {isNew && whyNot === undefined && <ProductEditor id={newId} onClose={() => void navigate(list)} />}
      {isNew && whyNot !== undefined && <NoNewProduct list={list} />}
      {!isNew && <ProductPanel id={id} />}
    </>
  )
}

function NoNewProduct({ list }: { list: string }) {
  return (
    <Card flush>
      <EmptyState
        icon={<LockKeyhole />}
        title="You do not have permission to create products"
        action={<LinkButton to={list}>View products</LinkButton>}
      >
        Ask {rolesWith('settings.change').join(' or ')}. You can view products and their versions.
      </EmptyState>
    </Card>
  )
}

/** The sections of the general ledger were tabs of one: their old addresses lead to them. */
function sectionOfTab(params: URLSearchParams): URLSearchParams | undefined {
  const tab = params.get('tab')
  if (params.get('section') !== 'ledger' || tab === null) return undefined
  const moved = new URLSearchParams(params)
  moved.delete('tab')
  moved.set('section', LEDGER_SECTIONS.find(section => section === tab) ?? 'ledger')
  return moved
}

function panelFor(id: string): ReactNode | undefined {
  if (id === 'products') return <ProductsPanel />
  if (id === 'security') return <SecurityPanel />
  if (id === 'sms') return <SmsPanel />
  if (id === 'health') return <HealthPanel />
  const ofLedger = LEDGER_SECTIONS.find(name => name === id)
  if (ofLedger) return <GeneralLedgerPanel key={ofLedger} section={ofLedger} />
  const section = SECTION_NAMES.find(name => name === id)
  return section && <SectionPanel key={section} section={section} isAlone />
}

/** Every group by its title, and the entries of the current one. */
function SectionList({ current }: { current: string }) {
  return (
    <nav aria-label="Settings sections" className="sticky top-20 hidden flex-col gap-3 xl:flex">
      {GROUPS.map(group => (
        <details
          key={group.title}
          name="settings-group"
          open={group.entries.some(entry => entry.id === current)}
        >
          <summary className="cursor-pointer rounded-md px-2.5 py-1 text-xs font-medium text-muted hover:text-ink">
            {group.title}
          </summary>
          <ul className="mt-1">
            {group.entries.map(entry => (
              <li key={entry.id}>
                <Link
                  to={entry.to}
                  aria-current={entry.id === current ? 'page' : undefined}
                  className="block rounded-md px-2.5 py-1.5 text-muted transition-colors hover:bg-sunken hover:text-ink
                    aria-[current]:bg-brand-soft aria-[current]:font-medium aria-[current]:text-brand-ink"
                >
                  {entry.title}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  )
}

const SECTION_OPTIONS = GROUPS.flatMap(({ title: group, entries }) =>
  entries.map(({ id, title }) => ({ value: id, label: title, group })),
)

/** The same list where the window has no room for it. */
function SectionSelect({ current }: { current: string }) {
  const go = useGuardedNavigate()
  return (
    <div className="min-w-0 sm:w-80 xl:hidden print:hidden">
      <Select
        label="Settings section"
        labelHidden
        value={current}
        options={SECTION_OPTIONS}
        onChange={event => go(ENTRIES.find(({ id }) => id === event.target.value)?.to ?? paths.settings)}
      />
    </div>
  )
}

function Overview() {
  const settings = useApi(settingsApi.settingList, {})
  const rowOf = ({ section }: Entry) => settings.data?.rows.find(row => row.section === section)
  return (
    <div className="flex flex-col gap-8">
      {GROUPS.map(group => (
        <section key={group.title} aria-label={group.title}>
          <h2 className="mb-3 font-semibold">{group.title}</h2>
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3 sm:max-xl:[&>li:last-child:nth-child(odd)]:col-span-2">
            {group.entries.map(entry => {
              const row = entry.section ? rowOf(entry) : undefined
              return (
                <li key={entry.id} className="flex">
                  <EntryCard entry={entry}>
                    {row?.pendingApprovalId && <Badge tone="caution">Pending approval</Badge>}
                    {row?.next && <Badge tone="notice">Change scheduled</Badge>}
                  </EntryCard>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}

function EntryCard({ entry, children }: { entry: Entry; children: ReactNode }) {
  const Icon = entry.icon
  return (
    <Link
      to={entry.to}
      className="group flex flex-1 items-start gap-4 rounded-xl border border-line bg-surface p-4 shadow-card transition-colors
        hover:border-edge"
    >
      <span aria-hidden className="grid size-9 shrink-0 place-items-center rounded-lg bg-sunken text-muted">
        <Icon size={18} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{entry.title}</span>
        <span className="mt-0.5 block text-[0.8125rem] text-muted">{entry.help}</span>
        <span className="mt-2 flex flex-wrap gap-1.5 empty:hidden">{children}</span>
      </span>
    </Link>
  )
}
