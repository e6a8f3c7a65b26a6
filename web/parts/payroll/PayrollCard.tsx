import { useEffect, useRef, useState } from 'react'
import { Card } from '../../ui/Card.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

const WAITING = <Skeleton className="m-5 h-48" />
const PersonMonths = lazyPart(() => import('./PersonMonths.tsx').then(part => part.PersonMonths), WAITING)

type Props = {
  staffNumber: string
  source: string
  /** Loads at once, for a tab that shows nothing else. */
  isWanted?: boolean
}

/** Months shown first on a record page. */
const MONTHS_FIRST = 6

/** Payroll history on a record page. Loaded, and logged as a view, only when it is scrolled into view. */
export function PayrollCard({ staffNumber, source, isWanted = false }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(isWanted)
  useEffect(() => {
    const element = place.current
    if (!element || isSeen) return
    const watch = new IntersectionObserver(entries => {
      if (entries.some(entry => entry.isIntersecting)) setSeen(true)
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [isSeen])
  return (
    <Card
      flush
      title="Payroll history"
      actions={<span className="text-[0.8125rem] text-muted max-sm:w-full">Each view is logged</span>}
    >
      <div ref={place}>
        {isSeen ? (
          <PersonMonths staffNumber={staffNumber} source={source} monthsFirst={MONTHS_FIRST} />
        ) : (
          WAITING
        )}
      </div>
    </Card>
  )
}
