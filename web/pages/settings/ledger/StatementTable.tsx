import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatNaira, type Kobo, kobo } from '../../../../engine/money.ts'
import { LoadError } from '../../../parts/LoadError.tsx'
import { type FilterChanges, urlWithFilter } from '../../../parts/urlFilter.ts'
import { Card } from '../../../ui/Card.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'

/** What an amount opens: changes of the address. */
type Opens = FilterChanges | undefined
export type Cell = { amount: Kobo; opens?: Opens }
export type Line = { key: string; title: ReactNode; cells: readonly Cell[] }
type Group = {
  title: string
  lines: readonly Line[]
  totals: readonly { title: string; cells: readonly Cell[] }[]
}

type Props = {
  of: Parameters<typeof LoadError>[0]['of'] & { data: unknown }
  title: string
  /** The days of each column. */
  columns: readonly string[] | undefined
  groups: readonly Group[] | undefined
}

/** Losses and outflows stand in brackets, as on paper. */
const amountText = (amount: Kobo): string =>
  amount < 0n ? `(${formatNaira(kobo(-amount))})` : formatNaira(amount)

export function Statement({ of, title, columns, groups }: Props) {
  if (!groups || !columns)
    return of.error ? <LoadError of={of} /> : <Skeleton className="h-96 w-full rounded-xl" />
  const isCompared = columns.length > 1
  return (
    <Card flush label={title}>
      <table className={clsx('w-full', isCompared && 'max-sm:block')}>
        <caption
          className={clsx(
            'border-b border-line px-5 py-4 text-left text-[0.9375rem] font-semibold',
            isCompared && 'max-sm:block',
          )}
        >
          {title}
        </caption>
        {isCompared && (
          <thead className="max-sm:hidden">
            <tr className="border-b border-line bg-canvas/60 text-xs text-muted">
              <th scope="col" className="px-5 py-2 text-left font-medium">
                Line
              </th>
              {columns.map(column => (
                <th key={column} scope="col" className="px-3 py-2 text-right font-medium last:pr-5">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
        )}
        {groups.map(group => (
          <tbody
            key={group.title}
            className={clsx('border-b border-line last:border-0', isCompared && 'max-sm:block')}
          >
            <tr className={clsx(isCompared && 'max-sm:block')}>
              <th
                scope="rowgroup"
                colSpan={1 + columns.length}
                className={clsx(
                  'px-5 pt-4 pb-1 text-left text-[0.8125rem] text-muted',
                  isCompared && 'max-sm:block',
                )}
              >
                {group.title}
              </th>
            </tr>
            {group.lines.map(line => (
              <Amounts key={line.key} title={line.title} cells={line.cells} columns={columns} />
            ))}
            {group.totals.map(total => (
              <Amounts key={total.title} {...total} columns={columns} isTotal />
            ))}
          </tbody>
        ))}
      </table>
    </Card>
  )
}

type AmountsProps = {
  title: ReactNode
  cells: readonly Cell[]
  columns: readonly string[]
  isTotal?: boolean
}

/** Beside others each amount has its days before it on a phone, one below the other. */
function Amounts({ title, cells, columns, isTotal = false }: AmountsProps) {
  const isCompared = columns.length > 1
  return (
    <tr className={clsx(isTotal && 'font-semibold', isCompared && 'max-sm:block max-sm:py-1')}>
      <th
        scope="row"
        className={clsx(
          'px-5 py-2 text-left',
          isTotal ? 'font-semibold' : 'font-normal',
          isCompared && 'max-sm:block max-sm:py-1',
        )}
      >
        {title}
      </th>
      {cells.map(({ amount, opens }, index) => (
        <td
          key={columns[index]}
          className={clsx(
            'py-2 pr-5 pl-3 text-right whitespace-nowrap tabular-nums not-last:pr-3',
            isTotal && 'sm:border-t sm:border-line',
            isTotal && !isCompared && 'border-t border-line',
            isCompared && 'max-sm:flex max-sm:justify-between max-sm:px-5! max-sm:py-0.5',
          )}
        >
          {isCompared && (
            <span className="text-[0.8125rem] font-normal text-muted sm:hidden">{columns[index]}</span>
          )}
          <Opened by={opens}>{amountText(amount)}</Opened>
        </td>
      ))}
    </tr>
  )
}

/** An amount with lines behind it is a link to them. */
function Opened({ by, children }: { by: Opens; children: string }) {
  const [params] = useSearchParams()
  if (!by) return <span>{children}</span>
  return (
    <Link
      to={{ search: `?${urlWithFilter(params, by)}` }}
      className="rounded underline decoration-line underline-offset-4 hover:decoration-current"
    >
      {children}
    </Link>
  )
}
