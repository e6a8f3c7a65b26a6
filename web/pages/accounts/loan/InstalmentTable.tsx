import clsx from 'clsx'
import { INSTALMENT_STATE_LABELS } from '../../../../contract/labels.ts'
import type { InstalmentStateName } from '../../../../contract/payMonths.ts'
import { formatNaira, type Kobo, sum } from '../../../../engine/money.ts'
import { dayText } from '../../../parts/figures.ts'
import { Amount } from '../../../parts/loan/LoanBadges.tsx'
import { type Instalment, partsTotal, STANDINGS, standingOf } from '../../../parts/loan/loanWords.ts'
import { Badge } from '../../../ui/Badge.tsx'

export type InstalmentStates = ReadonlyMap<string, InstalmentStateName>

const cell = 'px-2 py-1.5 text-right first:pl-5 last:pr-5 sm:px-3'
const heading = `${cell} text-xs font-medium text-muted`
const desk = 'hidden lg:table-cell'

type Props = {
  caption: string
  rows: readonly Instalment[]
  /** The date for the status column; without it the schedule is the original one. */
  on?: string
  /** What became of instalments by payroll month, where that says more than the status. */
  states?: InstalmentStates | undefined
}

/** Instalments with their components and, for an active loan, their status. */
export function InstalmentTable({ caption, rows, on, states }: Props) {
  const columns = columnsOf(rows, on !== undefined)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className="overflow-auto sm:max-h-[64rem]">
      <table className="w-full text-[0.8125rem] whitespace-nowrap">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 z-[1] bg-surface shadow-[0_1px_0_var(--line)]">
          <tr>
            <th scope="col" className={`${heading} text-left! max-sm:hidden`}>
              <span className="sr-only">Number</span>
              <span aria-hidden>#</span>
            </th>
            <th scope="col" className={`${heading} text-left! max-sm:pl-5`}>
              Due
            </th>
            {columns.map(column => (
              <th key={column.title} scope="col" className={clsx(heading, shownOn(column))}>
                {column.title}
              </th>
            ))}
            {on ? (
              <th scope="col" className={clsx(heading, 'text-left! max-sm:hidden')}>
                Status{' '}
              </th>
            ) : (
              <th scope="col" className={heading}>
                Balance
              </th>
            )}
          </tr>
        </thead>
        <tbody className="ruled">
          {rows.map(row => (
            <Row key={row.n} {...{ row, columns, on }} state={states?.get(row.dueOn.slice(0, 7))} />
          ))}
        </tbody>
        <tfoot className="sticky bottom-0 bg-surface font-semibold shadow-[0_-1px_0_var(--line)]">
          <tr>
            <td className="max-sm:hidden" />
            <th scope="row" className={`${cell} text-left! font-semibold max-sm:pl-5`}>
              Total
            </th>
            {columns.map(column => (
              <td key={column.title} className={clsx(cell, 'tabular-nums', shownOn(column))}>
                {formatNaira(sum(rows.map(column.of)))}
              </td>
            ))}
            <td className={clsx(cell, on && 'max-sm:hidden')} />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

type Column = {
  title: string
  of: (row: Instalment) => Kobo
  /** A component of the instalment. */
  part?: boolean
  phone?: boolean
  /** The last column on a phone. */
  ends?: boolean
  strong?: boolean
}

/** Columns for fees and penalties only if there are any. */
function columnsOf(rows: readonly Instalment[], isRunning: boolean): Column[] {
  const hasFees = rows.some(row => row.due.fee !== 0n)
  const hasPenalties = rows.some(row => row.due.penalty !== 0n)
  return [
    { title: 'Principal', part: true, of: row => row.due.principal },
    { title: 'Interest', part: true, of: row => row.due.interest },
    ...(hasFees ? [{ title: 'Fees', part: true, of: (row: Instalment) => row.due.fee }] : []),
    ...(hasPenalties ? [{ title: 'Penalties', part: true, of: (row: Instalment) => row.due.penalty }] : []),
    { title: 'Instalment', strong: true, of: row => row.total },
    ...(isRunning
      ? [
          { title: 'Paid', phone: false, of: (row: Instalment) => partsTotal(row.paid) },
          { title: 'Outstanding', ends: true, of: (row: Instalment) => partsTotal(row.outstanding) },
        ]
      : []),
  ]
}

type RowProps = {
  row: Instalment
  columns: readonly Column[]
  on: string | undefined
  state: InstalmentStateName | undefined
}

function Row({ row, columns, on, state }: RowProps) {
  const isLate = on !== undefined && standingOf(row, on) === 'late' && state !== 'awaited'
  return (
    <tr className={clsx(isLate && 'bg-negative-soft/40')}>
      <td className={`${cell} text-left! text-faint max-sm:hidden`}>{row.n}</td>
      <td className={`${cell} text-left! max-sm:pl-5`}>
        {dayText(row.dueOn)}
        {on && (
          <span className="mt-0.5 block sm:hidden">
            <StandingCell row={row} on={on} state={state} />
          </span>
        )}
      </td>
      {columns.map(column => (
        <td
          key={column.title}
          className={clsx(cell, 'tabular-nums', shownOn(column), column.strong && 'font-medium')}
        >
          <Amount value={column.of(row)} />
        </td>
      ))}
      {on ? (
        <td className={`${cell} text-left! max-sm:hidden`}>
          <StandingCell row={row} on={on} state={state} />
        </td>
      ) : (
        <td className={`${cell} text-muted tabular-nums`}>{formatNaira(row.balance)}</td>
      )}
    </tr>
  )
}

/** A phone shows due date, instalment, outstanding amount and status; components need a wide screen. */
function shownOn({ part, phone, ends }: Column): string {
  if (part) return desk
  if (ends) return 'max-sm:pr-5'
  return phone === false ? 'hidden sm:table-cell' : ''
}

type StandingProps = { row: Instalment; on: string; state: InstalmentStateName | undefined }

function StandingCell({ row, on, state }: StandingProps) {
  const standing = standingOf(row, on)
  const { title, tone } = STANDINGS[standing]
  const isSaid = state !== undefined && (state === 'unremitted' ? standing === 'paid' : row.dueOn < on)
  return (
    <span className="flex items-center gap-2 max-sm:flex-wrap">
      {isSaid && standing !== 'paid' ? (
        <Badge tone={state === 'awaited' ? 'notice' : tone}>{INSTALMENT_STATE_LABELS[state]}</Badge>
      ) : (
        <Badge tone={tone}>{title}</Badge>
      )}
      {isSaid && standing === 'paid' && <Badge>{INSTALMENT_STATE_LABELS[state]}</Badge>}
      {standing === 'paid' && row.paidOn && (
        <span className="text-xs text-muted max-sm:hidden">{dayText(row.paidOn)}</span>
      )}
    </span>
  )
}
