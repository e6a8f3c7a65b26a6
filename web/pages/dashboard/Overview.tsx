import { ChartNoAxesCombined, Download, RefreshCw } from 'lucide-react'
import { type ComponentProps, useEffect, useLayoutEffect, useState } from 'react'
import { useNavigationType } from 'react-router'
import { dashboardApi } from '../../../contract/dashboard.ts'
import { useAct, useApi } from '../../api.ts'
import { useCurrentUser, useMay } from '../../parts/currentUser.ts'
import { fetchFile } from '../../parts/fetchFile.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { toast } from '../../ui/toast.ts'
import { usePolling } from '../../ui/usePolling.ts'
import { ApprovalsList, useApprovals } from './ApprovalsList.tsx'
import { DeclinedCard, useDeclined } from './DeclinedCard.tsx'
import { areRowsStored, dayOf, type Portfolio, rowsOf, type Work } from './dashboardWords.ts'
import { ExceptionsCard } from './ExceptionsCard.tsx'
import { FirstStepsCard } from './FirstStepsCard.tsx'
import { type PeriodInput, PeriodPicker, usePeriod, usePortfolioInput } from './PeriodPicker.tsx'
import { PortfolioCards } from './PortfolioCards.tsx'
import { LIST_IDS, WorkPanel, WorstList } from './WorkPanel.tsx'

const PortfolioDetails = lazyPart(
  () => import('./PortfolioDetails.tsx').then(part => part.PortfolioDetails),
  <CardSkeleton lines={10} />,
)

/** How far down the page was left. */
let leftAt = 0

/** Whoever goes back from a figure's rows finds the page where they left it. */
function useScrollRestore(): void {
  const way = useNavigationType()
  // as it was on arrival: a filter chosen here is no way back
  const [isBack] = useState(way === 'POP')
  // before the page is taken away, and the place with it
  useLayoutEffect(
    () => () => {
      leftAt = window.scrollY
    },
    [],
  )
  useEffect(() => {
    if (isBack && leftAt > 0) window.scrollTo(0, leftAt)
  }, [isBack])
}

/** First what waits for the person, then how the book stands. */
export function Overview() {
  useScrollRestore()
  const { firstName } = useCurrentUser()
  const waiting = useWaiting()
  const { work, lists } = waiting
  // asked for at once, so that it is there when it is shown
  useApi(dashboardApi.dashboardPortfolio, usePortfolioInput())
  const isComing = work.isLoading || Object.values(lists).some(list => list.isLoading)
  return (
    <>
      <PageHeading
        title="Dashboard"
        description={`What waits for you, ${firstName}, and how the book stands.`}
      />
      {/* nobody knows yet how much waits, and the book below must not jump when it is known */}
      {useTogether(isComing) ? (
        <CardSkeleton lines={16} />
      ) : (
        <div className="flex flex-col gap-8">
          <Waiting {...waiting} />
          <Book />
        </div>
      )}
    </>
  )
}

/** So long the parts wait for each other: nearly always all have come by then, and nothing jumps. */
const TOGETHER_MS = 1_000

/** Whether the page still waits for all its parts; one that is slow, or fails again and again, then keeps back no other. */
function useTogether(isComing: boolean): boolean {
  // what was shown once is not taken away when a part is asked for anew
  const [isOver, setOver] = useState(!isComing)
  useEffect(() => {
    const timer = window.setTimeout(() => setOver(true), isComing ? TOGETHER_MS : 0)
    return () => window.clearTimeout(timer)
  }, [isComing])
  return isComing && !isOver
}

/** What waits for the person: the counts, and the lists behind some of them. */
function useWaiting() {
  const toDecide = useApprovals('toDecide', useMay('approval.decide'))
  const mine = useApprovals('mine')
  const declined = useDeclined()
  return { work: useApi(dashboardApi.dashboardWork, {}), lists: { toDecide, mine, declined } }
}

/** Where a tile leads to; without anything in it, it takes no room. */
const LIST = 'scroll-mt-20 rounded-xl outline-none empty:hidden'

function Waiting({ work, lists }: ReturnType<typeof useWaiting>) {
  const mayDecide = useMay('approval.decide')
  const { toDecide, mine, declined } = lists
  return (
    <div className="flex flex-col gap-5">
      {work.data ? (
        <>
          {work.data.firstSteps && <FirstStepsCard guide={work.data.firstSteps} />}
          <WorkPanel work={work.data} />
        </>
      ) : (
        <Missing of={work} lines={4} />
      )}
      {mayDecide && (
        <div id={LIST_IDS.toDecide} tabIndex={-1} className={LIST}>
          {toDecide.isLoading && work.data?.toDecide?.waiting !== 0 && <CardSkeleton lines={3} />}
          <ApprovalsList view="toDecide" list={toDecide} />
        </div>
      )}
      <div id={LIST_IDS.mine} tabIndex={-1} className={LIST}>
        {mine.isLoading && work.data?.mine.waiting !== 0 && <CardSkeleton lines={3} />}
        <ApprovalsList view="mine" list={mine} />
      </div>
      {((declined.data?.total ?? 0) > 0 || declined.error) && <DeclinedCard list={declined} />}
      {work.data && <Troubles work={work.data} />}
    </div>
  )
}

type MissingProps = { of: ComponentProps<typeof LoadError>['of']; lines: number }

/** In place of a part that is not there: why, or that it comes. */
const Missing = ({ of, lines }: MissingProps) =>
  of.error ? (
    <Card>
      <LoadError of={of} />
    </Card>
  ) : (
    <CardSkeleton lines={lines} />
  )

function Troubles({ work: { exceptions, arrears, askedAt } }: { work: Work }) {
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:has-[>:nth-child(2)]:grid-cols-2">
      <ExceptionsCard exceptions={exceptions} askedAt={askedAt} />
      {arrears && arrears.worst.length > 0 && (
        <Card
          flush
          title="Your customers in arrears"
          actions={
            <LinkButton size="small" to={rowsOf.officerLate(arrears.officerCode)}>
              All of them
            </LinkButton>
          }
        >
          <WorstList arrears={arrears} />
        </Card>
      )}
    </div>
  )
}

function Book() {
  const period = usePeriod()
  const portfolio = useApi(dashboardApi.dashboardPortfolio, usePortfolioInput())
  if (portfolio.error && !portfolio.data) return <Missing of={portfolio} lines={10} />
  return (
    <div aria-busy={portfolio.isPlaceholderData} className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 break-after-avoid">
        <div>
          <h2 className="text-lg leading-6 font-semibold tracking-tight">
            The book{portfolio.data?.frozen && <FrozenWords frozen={portfolio.data.frozen} />}
          </h2>
          <AsOfLine portfolio={portfolio.data} look={portfolio.refetch} />
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
      <EmptyState icon={<ChartNoAxesCombined />} title="The book is still empty">
        With the first pay-out, months, risk, places and vintages are drawn here.
      </EmptyState>
    </Card>
  )
}

/** A period that is over is shown as its last day was written down, and says so in its heading. */
const FrozenWords = ({ frozen: { on, at } }: { frozen: NonNullable<Portfolio['frozen']> }) => (
  <span className="font-normal text-muted">
    {at === null ? `, not written down on ${dayOf(on)}` : ` as of ${dayOf(on)}, frozen`}
  </span>
)

/** Longer than any adding up; after that the line says no more that one is going on. */
const ADDING_UP_MAX_MS = 120_000

/** Asks for new figures, then looks until they are there. */
function useAddUp(refreshedAt: string | null | undefined, look: () => unknown) {
  const refresh = useAct(dashboardApi.dashboardRefresh)
  const [since, setSince] = useState<string | null>()
  const isAdding = since !== undefined && since === refreshedAt
  usePolling(isAdding, look)
  useEffect(() => {
    if (!isAdding) return
    const timer = window.setTimeout(() => setSince(undefined), ADDING_UP_MAX_MS)
    return () => window.clearTimeout(timer)
  }, [isAdding])
  const addUp = (): void =>
    refresh.mutate(
      {},
      {
        onSuccess: () => {
          setSince(refreshedAt)
          toast('info', 'The figures are being added up and come by themselves.')
        },
        onError: error => toast('error', error.message),
      },
    )
  return { addUp, isAdding: isAdding || refresh.isPending }
}

function frozenHint({ frozen, to, rowsSince }: Portfolio): string {
  if (frozen?.at == null) return 'Month-ends are written down as each month ends, from the first loan on.'
  return areRowsStored({ rowsSince }, to)
    ? 'What stood then opens its loans as they were.'
    : 'Frozen before rows were kept: what stood then opens none.'
}

function AsOfLine({ portfolio, look }: { portfolio: Portfolio | undefined; look: () => unknown }) {
  const { addUp, isAdding } = useAddUp(portfolio?.refreshedAt, look)
  const mayRefresh = useMay('money.ask')
  if (!portfolio) return <p className="mt-0.5 h-5" />
  const { refreshedAt, bookedTo, frozen, frozenFlows } = portfolio
  return (
    <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-[0.8125rem] text-muted">
      {refreshedAt === null ? (
        'Not added up yet'
      ) : (
        <span>
          {frozen ? `${frozenHint(portfolio)} Disbursed, collected and due added up ` : 'Added up '}
          <RelativeTime at={refreshedAt} />
          {!frozen && bookedTo !== null && `, days late to ${dayOf(bookedTo)}`}
          {frozen?.at != null && frozenFlows === null && '; what they were when it was frozen was not kept'}
        </span>
      )}
      {mayRefresh && (
        <button
          type="button"
          aria-disabled={isAdding}
          onClick={() => !isAdding && addUp()}
          className="inline-flex items-center gap-1 rounded hover:underline aria-disabled:text-muted
            aria-disabled:no-underline print:hidden"
        >
          <RefreshCw
            aria-hidden
            size={13}
            className={isAdding ? 'animate-spin motion-reduce:animate-none' : ''}
          />
          {isAdding ? 'Adding up …' : 'Add up now'}
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
