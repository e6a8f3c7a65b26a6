import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { tenorText } from '../../../../contract/products.ts'
import { CHANNEL_WORDS } from '../../../../contract/requests.ts'
import { EMPLOYER, IPPIS_NO } from '../../../../contract/vocabulary.ts'
import { countOf } from '../../../../engine/countText.ts'
import { Amount } from '../../../parts/Amount.tsx'
import { Officer } from '../../../parts/Officer.tsx'
import { payLines, type RequestRow, shareText } from '../../../parts/requestWords.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { exactTime, RelativeTime } from '../../../ui/RelativeTime.tsx'
import { ROW_LINK } from '../../../ui/RowLink.tsx'
import { SelectRow } from '../../../ui/SelectRow.tsx'
import type { Column } from '../../../ui/Table.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { LineFlags, SlaBadge } from './RequestFlags.tsx'
import { useListQuery } from './useNeighbours.ts'

type Cell = (row: RequestRow) => ReactNode

function ShareOfPay({ row }: { row: RequestRow }) {
  const [source, ...stated] = payLines(row)
  return (
    <span title={[source, ...stated].join(', ')}>
      {shareText(row.shareOfPayPpm)} of net pay
      <span className="sr-only">
        {[source?.replace('of net pay', ''), ...stated].filter(Boolean).join(', ')}
      </span>
    </span>
  )
}

/** A cell of two lines. */
function Pair({ children, below }: { children: ReactNode; below: ReactNode }) {
  return (
    <div className="min-w-0 max-md:text-right">
      <div className="truncate">{children}</div>
      <div className="truncate text-[0.8125rem] text-muted max-md:hidden max-md:group-data-open/row:block">
        {below}
      </div>
    </div>
  )
}

function RequestLink({ row }: { row: RequestRow }) {
  const query = useListQuery()
  return (
    <Link
      to={paths.request(row.stage, row.id) + query}
      data-request={row.id}
      {...{ [ROW_LINK]: '' }}
      className="block max-w-full truncate rounded font-medium hover:underline"
    >
      {row.applicant}
    </Link>
  )
}

const applicant: Cell = row => (
  <div className="min-w-0">
    <RequestLink row={row} />
    <div className="flex items-center gap-2 text-[0.8125rem] font-normal text-muted max-md:hidden max-md:group-data-open/row:flex max-md:flex-wrap">
      <span className="shrink-0">
        {row.reference}
        {row.version > 1 && ` · v${row.version}`}
      </span>
      <LineFlags flags={row.flags} />
    </div>
  </div>
)

const employer: Cell = row => (
  <Pair
    below={
      <span className="tabular-nums">
        <span className="sr-only">{IPPIS_NO} </span>
        {row.ippisNumber}
      </span>
    }
  >
    <span className="block truncate">{row.mda}</span>
  </Pair>
)

const officer: Cell = ({ officerName, officerCode, channel }) => (
  <Pair below={officerName ? officerCode : CHANNEL_WORDS[channel]}>
    <Officer name={officerName} code={officerName ? '' : officerCode} />
  </Pair>
)

const HOUR_MS = 3_600_000

/** Waiting time in days, not weeks, so that 20 and 21 days differ. */
export function waitedText(since: Date, now: Date): string {
  const ms = Math.max(0, now.getTime() - since.getTime())
  if (ms >= 24 * HOUR_MS) return countOf(Math.floor(ms / (24 * HOUR_MS)), 'day')
  if (ms >= HOUR_MS) return countOf(Math.floor(ms / HOUR_MS), 'hour')
  return countOf(Math.floor(ms / 60_000), 'minute')
}

function Waited({ since }: { since: Date }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = window.setInterval(() => setNow(new Date()), 60_000)
    return () => window.clearInterval(timer)
  }, [])
  return (
    <Tooltip content={`Since ${exactTime(since)}`}>
      <time
        dateTime={since.toISOString()}
        className="whitespace-nowrap underline decoration-line decoration-dotted underline-offset-4"
      >
        {waitedText(since, now)}
      </time>
    </Tooltip>
  )
}

const age =
  (since: (at: string) => ReactNode): Cell =>
  row => (
    <div className="flex gap-x-2 md:flex-col md:items-start">
      <SlaBadge sla={row.sla} />
      <span className="text-[0.8125rem] text-muted">{since(row.stageSince)}</span>
    </div>
  )
const waiting = age(at => <Waited since={new Date(at)} />)
const decided = age(at => <RelativeTime at={at} />)

/** Columns of every request list. */
export const requestColumns: readonly Column<RequestRow>[] = [
  {
    id: 'applicant',
    title: 'Applicant',
    sort: 'applicant',
    lead: true,
    className: 'md:min-w-48!',
    cell: applicant,
  },
  { id: 'employer', title: EMPLOYER, goes: 'second', className: 'md:max-w-52!', cell: employer },
  {
    id: 'amount',
    title: 'Amount',
    sort: 'amount',
    align: 'right',
    cell: row => (
      <Pair below={tenorText(row.tenor, row.rhythm)}>
        <Amount of={row.amount} className="font-medium" />
      </Pair>
    ),
  },
  {
    id: 'instalment',
    title: 'Instalment',
    className: 'md:max-w-36!',
    align: 'right',
    // share of everything due in a month, which for a weekly loan is more than one instalment
    cell: row => (
      <Pair below={<ShareOfPay row={row} />}>
        <Amount of={row.instalment} />
      </Pair>
    ),
  },
  // at 1440 pixels the flags of a request need the room more
  { id: 'officer', title: 'Account officer', goes: 'early', className: 'md:max-w-40!', cell: officer },
  { id: 'age', title: 'Waiting', sort: 'age', phone: 'status', cell: waiting },
]

/** Columns of decided requests, with the time of the decision in place of the waiting time. */
export const decidedColumns = (title: string): readonly Column<RequestRow>[] =>
  requestColumns.map(column => (column.id === 'age' ? { ...column, title, cell: decided } : column))

/** Room for the reason and the button: the instalment is shown on request. */
export const rejectedColumns = (title: string): readonly Column<RequestRow>[] =>
  decidedColumns(title).map(column => (column.id === 'instalment' ? { ...column, isOptional: true } : column))

export const selectColumn = (
  selected: ReadonlySet<string>,
  toggle: (id: string) => void,
): Column<RequestRow> => ({
  id: 'select',
  title: 'Select',
  titleHidden: true,
  className: 'md:w-px md:pr-0!',
  cell: row => (
    <SelectRow name={row.reference} checked={selected.has(row.id)} onChange={() => toggle(row.id)} />
  ),
})

type Claiming = {
  viewerId: string
  pending: boolean
  /** Claims an unclaimed request or releases the user's own; undefined without permission for this queue. */
  onTurn: ((row: RequestRow) => void) | undefined
}

export const claimColumn = (claiming: Claiming): Column<RequestRow> => ({
  id: 'claim',
  title: 'Claimed by',
  cell: row => <ClaimCell row={row} {...claiming} />,
})

function ClaimCell({ row, viewerId, pending, onTurn: onRound }: Claiming & { row: RequestRow }) {
  const { claimedBy, reference } = row
  const isMine = claimedBy?.id === viewerId
  if (claimedBy && !isMine) return claimedBy.name
  if (!onRound) return <span className="text-muted">No one</span>
  return (
    <span className="flex items-center gap-1 max-md:-my-1">
      {isMine && <span className="font-medium">You</span>}
      <Button
        look="quiet"
        size="small"
        pending={pending}
        aria-label={`${isMine ? 'Release' : 'Claim'} ${reference}`}
        onClick={() => onRound(row)}
      >
        {isMine ? 'Release' : 'Claim'}
      </Button>
    </span>
  )
}
