import { ArrowRight, BadgeCheck, ClipboardCheck, FileX2, Hourglass, UserRoundX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNaira } from '../../../engine/money.ts'
import { loansOf, rowsOf, type Work } from '../../parts/dashboard/dashboardWords.ts'
import { paths } from '../../paths.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { countText } from '../../ui/countText.ts'
import { relativeTime } from '../../ui/RelativeTime.tsx'

type Tile = {
  id: string
  title: string
  icon: ReactNode
  count: number
  below: string
  badge?: { tone: Tone; text: string } | undefined
  to?: string
  /** The list on this page that the tile counts. */
  listId?: string | undefined
}

export const LIST_IDS = { toDecide: 'waiting-to-decide', mine: 'waiting-mine' }

const QUEUES = {
  reviewer: { title: 'To review', icon: <ClipboardCheck /> },
  authorizer: { title: 'To authorize', icon: <BadgeCheck /> },
  rejected: { title: 'Rejected, to edit', icon: <FileX2 /> },
}

const ago = (moment: string | null, words: string): string =>
  moment === null ? 'Nothing waits' : `${words} ${relativeTime(new Date(moment), new Date())}`

function hurry(late: number, dueSoon: number): Tile['badge'] {
  if (late > 0) return { tone: 'negative', text: `${countText(late)} late` }
  return dueSoon > 0 ? { tone: 'caution', text: `${countText(dueSoon)} due soon` } : undefined
}

function queueTile({
  stage,
  waiting,
  claimedByMe,
  late,
  dueSoon,
  oldestSince,
}: Work['queues'][number]): Tile {
  const mine = claimedByMe > 0 ? `, ${countText(claimedByMe)} claimed by you` : ''
  return {
    id: stage,
    ...QUEUES[stage],
    count: waiting,
    below: `${ago(oldestSince, 'The oldest came')}${mine}`,
    badge: hurry(late, dueSoon),
    to: rowsOf.stage(stage),
  }
}

function tilesOf({ queues, toDecide, mine, arrears }: Work): Tile[] {
  const tiles = queues.map(queueTile)
  if (toDecide)
    tiles.push({
      id: 'toDecide',
      title: 'For you to decide',
      icon: <BadgeCheck />,
      count: toDecide.waiting,
      below: ago(toDecide.oldestAt, 'The oldest was asked'),
      listId: toDecide.waiting > 0 ? LIST_IDS.toDecide : undefined,
    })
  tiles.push({
    id: 'mine',
    title: 'Asked for by you',
    icon: <Hourglass />,
    count: mine.waiting,
    below: mine.oldestAt === null ? 'You have nothing waiting' : ago(mine.oldestAt, 'The oldest was asked'),
    listId: mine.waiting > 0 ? LIST_IDS.mine : undefined,
  })
  if (arrears)
    tiles.push({
      id: 'arrears',
      title: 'Your customers in arrears',
      icon: <UserRoundX />,
      count: arrears.customers,
      below:
        arrears.loans === 0
          ? 'Nobody is behind'
          : `${formatNaira(arrears.amount)} on ${loansOf(arrears.loans)}`,
      to: rowsOf.officerLate(arrears.officerCode),
    })
  return tiles
}

/** What waits for this person, by what their roles may do. */
export function WorkPanel({ work }: { work: Work }) {
  const tiles = tilesOf(work)
  return (
    <section aria-label="Your work">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]">
        {tiles.map(tile => (
          <WorkTile key={tile.id} {...tile} />
        ))}
      </div>
      <p className="mt-2 text-xs text-muted">
        Counted anew whenever this page is shown or something is done on it.
        {work.queues.some(({ stage }) => stage !== 'rejected') &&
          ' Late is past the hours of Settings, Time to decide; due soon is past the amber part of them.'}
      </p>
    </section>
  )
}

const TILE = 'flex items-start gap-3.5 rounded-xl border border-line bg-surface px-4 py-3.5 shadow-card'

function goToList(id: string): void {
  const list = document.getElementById(id)
  list?.scrollIntoView({ block: 'start' })
  list?.focus({ preventScroll: true })
}

function WorkTile({ id, title, icon, count, below, badge, to, listId }: Tile) {
  const inside = (
    <>
      <span
        aria-hidden
        className="mt-0.5 grid size-9 shrink-0 place-items-center rounded-lg bg-brand-soft text-brand-ink [&>svg]:size-[1.125rem]"
      >
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-lg leading-6 font-semibold tabular-nums">{countText(count)}</span>
          <span className="font-medium">{title}</span>
          {badge && <Badge tone={badge.tone}>{badge.text}</Badge>}
        </span>
        <span className="mt-0.5 block text-[0.8125rem] text-muted">{below}</span>
      </span>
      {(to || listId) && <ArrowRight aria-hidden size={16} className="mt-1.5 shrink-0 text-faint" />}
    </>
  )
  if (to)
    return (
      <Link to={to} data-work={id} className={`${TILE} hover:border-edge`}>
        {inside}
      </Link>
    )
  return listId ? (
    <button
      type="button"
      data-work={id}
      onClick={() => goToList(listId)}
      className={`${TILE} text-left hover:border-edge`}
    >
      {inside}
    </button>
  ) : (
    <div data-work={id} className={TILE}>
      {inside}
    </div>
  )
}

/** The officer's latest loans, the worst first. */
export function WorstList({ arrears }: { arrears: NonNullable<Work['arrears']> }) {
  return (
    <ul className="divide-y divide-line">
      {arrears.worst.map(row => (
        <li key={row.loanId}>
          <Link
            to={paths.loan(row.loanId)}
            className="flex items-center justify-between gap-4 px-5 py-2.5 hover:bg-canvas"
          >
            <span className="min-w-0">
              <span className="block truncate font-medium">{row.customerName}</span>
              <span className="text-[0.8125rem] text-muted">
                {row.number}, {countText(row.daysPastDue)} days late
              </span>
            </span>
            <span className="tabular-nums">{formatNaira(row.arrears)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
