import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

type Props = {
  /** The name of the record. */
  children: ReactNode
  /** In small letters under the name. */
  below?: ReactNode
  className?: string
} & ({ to: string } | { onOpen: () => void })

/** What heads a row of a list and opens its record: a link, or a button where the record opens in a dialog. */
export function RowLink({ children, below, className, ...way }: Props) {
  const look = clsx('group flex flex-col rounded focus-visible:outline-offset-4', className)
  const said = (
    <>
      <span className="font-medium group-hover:text-brand-ink group-hover:underline">{children}</span>
      {below !== undefined && <span className="text-[0.8125rem] font-normal text-muted">{below}</span>}
    </>
  )
  if ('to' in way)
    return (
      <Link to={way.to} className={look}>
        {said}
      </Link>
    )
  return (
    <button type="button" onClick={way.onOpen} className={clsx(look, 'text-left')}>
      {said}
    </button>
  )
}
