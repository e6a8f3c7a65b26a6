import clsx from 'clsx'
import {
  ArrowRight,
  BadgeCheck,
  Banknote,
  ClipboardCheck,
  Eye,
  FileX2,
  Hourglass,
  UserRoundX,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { WORK_FORMULAS, type WorkFormulaName } from '../../../contract/dashboard.ts'
import { STAGE_LABELS } from '../../../contract/labels.ts'
import { countText } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import { Amount } from '../../parts/Amount.tsx'
import { paths } from '../../paths.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { DeskRow } from './DeskRow.tsx'
import { loansOf, rowsOf, type Work } from './dashboardWords.ts'
import { CountHint } from './FormulaHint.tsx'

type Tile = {
  id: WorkFormulaName
  title: string
  icon: ReactNode
  count: number
  below: ReactNode
  /** Parts of the count, each with rows of its own. */
  parts?: readonly Part[]
  to?: string
  /** The list on this tab that the tile counts. */
  listId?: string | undefined
}
type Part = { tone: Tone; text: string; to: string }

export const LIST_IDS = { toDecide: 'waiting-to-decide', mine: 'waiting-mine' }

const QUEUES = {
  reviewer: { title: STAGE_LABELS.reviewer, icon: <ClipboardCheck /> },
  authorizer: { title: STAGE_LABELS.authorizer, icon: <BadgeCheck /> },
  rejected: { title: 'Rejected requests', icon: <FileX2 /> },
}

const oldest = (moment: string | null, none = 'None pending'): ReactNode =>
  moment === null ? (
    none
  ) : (
    <>
      Oldest: <RelativeTime at={moment} />
    </>
  )

type Queue = Work['queues'][number]

const PARTS = [
  { of: 'late', tone: 'negative', words: 'overdue', filter: { sla: 'late' } },
  { of: 'dueSoon', tone: 'caution', words: 'due soon', filter: { sla: 'soon' } },
  { of: 'claimedByMe', tone: 'brand', words: 'claimed by you', filter: { claimed: 'me' } },
] as const

const partsOf = (queue: Queue): Part[] =>
  PARTS.filter(({ of }) => queue[of] > 0).map(({ of, tone, words, filter }) => ({
    tone,
    text: `${countText(queue[of])} ${words}`,
    to: rowsOf.queue(queue.stage, filter),
  }))

const queueTile = (queue: Queue): Tile => ({
  id: queue.stage,
  ...QUEUES[queue.stage],
  count: queue.waiting,
  below: oldest(queue.oldestSince),
  parts: partsOf(queue),
  to: rowsOf.stage(queue.stage),
})

function tilesOf({ queues, toDecide, mine, toTransfer, reveals, arrears }: Work): Tile[] {
  const tiles = queues.map(queueTile)
  if (toDecide)
    tiles.push({
      id: 'toDecide',
      title: 'Pending your approval',
      icon: <BadgeCheck />,
      count: toDecide.waiting,
      below: oldest(toDecide.oldestAt),
      listId: toDecide.waiting > 0 ? LIST_IDS.toDecide : undefined,
    })
  tiles.push({
    id: 'mine',
    title: 'Submitted by you',
    icon: <Hourglass />,
    count: mine.waiting,
    below: oldest(mine.oldestAt, 'Nothing pending'),
    listId: mine.waiting > 0 ? LIST_IDS.mine : undefined,
  })
  if (toTransfer)
    tiles.push({
      id: 'toTransfer',
      title: 'To transfer at the bank',
      icon: <Banknote />,
      count: toTransfer.waiting,
      below:
        toTransfer.oldestAt === null ? (
          'None pending'
        ) : (
          <>
            <Amount of={toTransfer.amount} short />, oldest approved <RelativeTime at={toTransfer.oldestAt} />
          </>
        ),
      to: rowsOf.toTransfer(toTransfer.batchId),
    })
  if (reveals)
    tiles.push({
      id: 'reveals',
      title: 'Reveals today',
      icon: <Eye />,
      count: reveals.today,
      below:
        reveals.today === 0
          ? 'No personal data revealed'
          : `By ${countText(reveals.users)} ${reveals.users === 1 ? 'user' : 'users'}`,
      to: rowsOf.reveals,
    })
  if (arrears)
    tiles.push({
      id: 'arrears',
      title: 'Your customers in arrears',
      icon: <UserRoundX />,
      count: arrears.customers,
      below:
        arrears.loans === 0 ? (
          'No customers in arrears'
        ) : (
          <>
            <Amount of={arrears.amount} short /> on {loansOf(arrears.loans)}
          </>
        ),
      to: rowsOf.officerLate(arrears.officerCode),
    })
  return tiles
}

/** The queues of the reader’s roles. */
export function WorkPanel({ work }: { work: Work }) {
  const tiles = tilesOf(work)
  return (
    <section aria-label="Your queues">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:[&>:last-child:nth-child(odd)]:col-span-2">
        {tiles.map(tile => (
          <WorkTile key={tile.id} {...tile} askedAt={work.askedAt} />
        ))}
      </div>
    </section>
  )
}

const TILE = 'rounded-xl border border-line bg-surface shadow-card'
const FACE = 'flex min-w-0 flex-1 items-start gap-3.5 rounded-xl py-3.5 pr-2 pl-4 text-left'

function goToList(id: string): void {
  const list = document.getElementById(id)
  list?.scrollIntoView({ block: 'start' })
  list?.focus({ preventScroll: true })
}

function WorkTile({ id, parts = [], askedAt, ...face }: Tile & { askedAt: string }) {
  const opens = face.to !== undefined || face.listId !== undefined
  return (
    <div data-work={id} className={clsx(TILE, opens && 'hover:border-edge')}>
      <div className="flex items-start pr-4">
        <Face {...face} />
        <span className="pt-[1.125rem]">
          <CountHint title={face.title} formula={WORK_FORMULAS[id]} askedAt={askedAt} />
        </span>
      </div>
      {parts.length > 0 && (
        <ul className="-mt-1.5 flex flex-wrap gap-x-2 gap-y-1 pr-4 pb-3 pl-[4.125rem]">
          {parts.map(({ tone, text, to }) => (
            <li key={to}>
              <Link to={to} className="inline-block rounded-md py-0.5 hover:underline">
                <Badge tone={tone}>{text}</Badge>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Face({ title, icon, count, below, to, listId }: Omit<Tile, 'id' | 'parts'>) {
  const inside = (
    <>
      <span
        aria-hidden
        className="mt-0.5 grid size-9 shrink-0 place-items-center rounded-lg bg-sunken text-muted [&>svg]:size-[1.125rem]"
      >
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-lg leading-6 font-semibold tabular-nums">{countText(count)}</span>
          <span className="font-medium">
            {title}
            {(to || listId) && (
              <span className="whitespace-nowrap">
                {/* joined to the last word, so that the arrow is never alone on a line */}
                {'\u2060'}
                <ArrowRight aria-hidden size={16} className="mb-0.5 ml-1.5 inline text-faint" />
              </span>
            )}
          </span>
        </span>
        <span className="mt-0.5 block text-[0.8125rem] text-muted">{below}</span>
      </span>
    </>
  )
  if (to)
    return (
      <Link to={to} className={FACE}>
        {inside}
      </Link>
    )
  return listId ? (
    <button type="button" onClick={() => goToList(listId)} className={FACE}>
      {inside}
    </button>
  ) : (
    <div className={FACE}>{inside}</div>
  )
}

/** The loans of the account officer with the most days past due. */
export function WorstList({ arrears }: { arrears: NonNullable<Work['arrears']> }) {
  return (
    <ul className="ruled">
      {arrears.worst.map(row => (
        <li key={row.loanId}>
          <DeskRow
            to={paths.loan(row.loanId)}
            title={row.customerName}
            about={`${row.number}, ${countText(row.daysPastDue)} days past due`}
            figure={<span className="tabular-nums">{formatNaira(row.arrears)}</span>}
          />
        </li>
      ))}
    </ul>
  )
}
