import { ChartNoAxesCombined, Download, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { dashboardApi } from '../../../contract/dashboard.ts'
import { useAct, useApi } from '../../api.ts'
import { useMay } from '../../parts/currentUser.ts'
import { fetchFile } from '../../parts/fetchFile.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { toast } from '../../ui/toast.ts'
import { usePolling } from '../../ui/usePolling.ts'
import { areRowsStored, dayOf, type Portfolio } from './dashboardWords.ts'
import { MissingPart } from './MissingPart.tsx'
import { type PeriodInput, PeriodPicker, usePeriod, usePortfolioInput } from './PeriodPicker.tsx'
import { PortfolioCards } from './PortfolioCards.tsx'

const PortfolioDetails = lazyPart(
  () => import('./PortfolioDetails.tsx').then(part => part.PortfolioDetails),
  <CardSkeleton lines={10} />,
)

/** Figures, charts, risk, places, vintages and month-ends. */
export function PortfolioTab() {
  const period = usePeriod()
  const portfolio = useApi(dashboardApi.dashboardPortfolio, usePortfolioInput())
  if (portfolio.error && !portfolio.data) return <MissingPart of={portfolio} lines={10} />
  return (
    <div aria-busy={portfolio.isPlaceholderData} className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 break-after-avoid">
        <div>
          <h2 className="text-lg leading-6 font-semibold tracking-tight">
            Portfolio{portfolio.data?.frozen && <SnapshotWords frozen={portfolio.data.frozen} />}
          </h2>
          <AsOfLine portfolio={portfolio.data} reload={portfolio.refetch} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <PeriodPicker {...period} firstMonth={portfolio.data?.firstMonth ?? null} />
          <ExportFigures {...period} />
        </div>
      </div>
      <PortfolioCards portfolio={portfolio.data} />
      <Details portfolio={portfolio.data} />
    </div>
  )
}

function Details({ portfolio }: { portfolio: Portfolio | undefined }) {
  if (!portfolio) return <CardSkeleton lines={10} />
  const hasLent = portfolio.vintages.length > 0 || portfolio.months.some(month => month.collected > 0n)
  if (hasLent || portfolio.frozen || (portfolio.outstanding?.loans ?? 0) > 0)
    return <PortfolioDetails portfolio={portfolio} />
  return (
    <Card flush>
      <EmptyState icon={<ChartNoAxesCombined />} title="No loans disbursed yet">
        Charts appear here after the first disbursement.
      </EmptyState>
    </Card>
  )
}

/** A period that has ended is shown as it was at its last month-end. */
const SnapshotWords = ({ frozen: { on, at } }: { frozen: NonNullable<Portfolio['frozen']> }) => (
  <span className="font-normal text-muted">
    {at === null ? `, no month-end snapshot for ${dayOf(on)}` : ` at ${dayOf(on)} (month-end snapshot)`}
  </span>
)

/** Longer than any refresh takes; after that the page no longer says that one is in progress. */
const REFRESH_MAX_MS = 120_000

/** Starts a refresh of the figures, then reloads until they are new. */
function useRefresh(refreshedAt: string | null | undefined, reload: () => unknown) {
  const refresh = useAct(dashboardApi.dashboardRefresh)
  const [since, setSince] = useState<string | null>()
  const isRefreshing = since !== undefined && since === refreshedAt
  usePolling(isRefreshing, reload)
  useEffect(() => {
    if (!isRefreshing) return
    const timer = window.setTimeout(() => setSince(undefined), REFRESH_MAX_MS)
    return () => window.clearTimeout(timer)
  }, [isRefreshing])
  const start = (): void =>
    refresh.mutate(
      {},
      {
        onSuccess: () => {
          setSince(refreshedAt)
          toast('info', 'Refreshing figures. This page updates automatically.')
        },
        onError: error => toast('error', error.message),
      },
    )
  return { start, isRefreshing: isRefreshing || refresh.isPending }
}

function snapshotHint({ frozen, to, rowsSince }: Portfolio): string {
  if (frozen?.at == null) return 'Month-end snapshots are saved from the first loan on.'
  return areRowsStored({ rowsSince }, to)
    ? 'Select a figure to see its loans at that date.'
    : 'Loan details were not saved for this month-end.'
}

function AsOfLine({ portfolio, reload }: { portfolio: Portfolio | undefined; reload: () => unknown }) {
  const { start, isRefreshing } = useRefresh(portfolio?.refreshedAt, reload)
  const mayRefresh = useMay('money.ask')
  if (!portfolio) return <p className="mt-0.5 h-5" />
  const { refreshedAt, bookedTo, frozen, frozenFlows } = portfolio
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-[0.8125rem] text-muted">
      {refreshedAt === null ? (
        'Not calculated yet'
      ) : (
        <span>
          {frozen
            ? `${snapshotHint(portfolio)} Disbursed, deducted or paid, received and due updated `
            : 'Updated '}
          <RelativeTime at={refreshedAt} />
          {!frozen && bookedTo !== null && `, days past due to ${dayOf(bookedTo)}`}
          {frozen?.at != null && frozenFlows === null && '. Their amounts at the month-end were not saved'}
        </span>
      )}
      {mayRefresh && (
        <button
          type="button"
          aria-disabled={isRefreshing}
          onClick={() => !isRefreshing && start()}
          className="inline-flex items-center gap-1 rounded hover:underline aria-disabled:text-muted
            aria-disabled:no-underline print:hidden"
        >
          <RefreshCw
            aria-hidden
            size={13}
            className={isRefreshing ? 'animate-spin motion-reduce:animate-none' : ''}
          />
          {isRefreshing ? 'Refreshing…' : 'Refresh figures'}
        </button>
      )}
    </p>
  )
}

const FORMATS = [
  { id: 'csv', title: 'CSV' },
  { id: 'xlsx', title: 'Excel (XLSX)' },
  { id: 'pdf', title: 'PDF, to print' },
] as const

function ExportFigures(period: PeriodInput) {
  const [pending, setPending] = useState(false)
  const save = async (format: (typeof FORMATS)[number]['id']): Promise<void> => {
    setPending(true)
    await fetchFile(dashboardApi.dashboardExport, { ...period, format })
    setPending(false)
  }
  return (
    <Menu
      label="Export the figures"
      align="end"
      trigger={
        <Button icon={<Download aria-hidden size={16} />} pending={pending}>
          Export
        </Button>
      }
      items={FORMATS.map(({ id, title }) => ({ id, title, onSelect: () => void save(id) }))}
    />
  )
}
