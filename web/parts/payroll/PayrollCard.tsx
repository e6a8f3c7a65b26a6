import { useEffect, useRef, useState } from 'react'
import { Card } from '../../ui/Card.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

const WAITING = <Skeleton className="m-5 h-48" />
const PersonMonths = lazyPart(() => import('./PersonMonths.tsx').then(part => part.PersonMonths), WAITING)

type Props = {
  staffNumber: string
  source: string
  /** Whoever opened a tab for it has come to see it. */
  isWanted?: boolean
}

/** What a record's page shows before somebody asks for more. */
const MONTHS_FIRST = 6

/** The payroll history on a record's page: looked up, and the look kept, only when somebody comes to see it. */
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
      actions={
        <span className="text-[0.8125rem] text-muted max-sm:w-full">
          Each look is kept in the audit trail
        </span>
      }
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
