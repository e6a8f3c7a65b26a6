import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** Marks what opens the record of a row: a press anywhere in the row does the same. */
export const ROW_LINK = 'data-row-link'

type Props = {
  /** The name of the record. */
  children: ReactNode
  /** Lighter, beside the name; on a phone once the row is open. */
  beside?: ReactNode
  /** Tells records of the same name apart: never cut, and on a second line where the name needs the first. */
  number?: string
  className?: string
} & ({ to: string | { search: string }; stays?: true } | { onOpen: () => void })

/** What heads a row of a list and opens its record: a link, or a button where the record opens in a dialog. */
export function RowLink({ children, beside, number, className, ...way }: Props) {
  const look = clsx(
    'group max-w-full min-w-0 rounded focus-visible:outline-offset-2',
    number === undefined
      ? 'block truncate group-data-open/row:whitespace-normal'
      : 'flex flex-wrap items-baseline gap-x-2 md:leading-[1.125rem]',
    className,
  )
  const marked = { [ROW_LINK]: '' }
  const said = (
    <>
      <span
        className={clsx(
          'font-medium group-hover:underline',
          number !== undefined && 'max-w-full min-w-0 md:truncate',
        )}
      >
        {children}
      </span>
      {number !== undefined && (
        <>
          {' '}
          <span className="max-w-full text-[0.8125rem] font-normal text-muted tabular-nums md:truncate md:leading-4">
            {number}
          </span>
        </>
      )}
      {beside !== undefined && (
        <>
          {' '}
          <span className="ml-1 text-[0.8125rem] font-normal text-muted max-md:ml-0 max-md:hidden max-md:group-data-open/row:block">
            {beside}
          </span>
        </>
      )}
    </>
  )
  if ('to' in way)
    return (
      <Link to={way.to} className={look} {...marked} {...(way.stays ? { preventScrollReset: true } : {})}>
        {said}
      </Link>
    )
  return (
    <button type="button" onClick={way.onOpen} className={clsx(look, 'text-left')} {...marked}>
      {said}
    </button>
  )
}
