import { CheckCircle2, ChevronRight, TriangleAlert } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { formatNaira } from '../../../engine/money.ts'
import { EXCEPTION_WORDS, type Exception, withWayBack } from '../../parts/dashboard/dashboardWords.ts'
import { Card } from '../../ui/Card.tsx'
import { Hint } from '../../ui/Hint.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'

/** What went wrong or waits for nobody in particular; each leads to where it is dealt with. */
export function ExceptionsCard({ exceptions }: { exceptions: readonly Exception[] }) {
  return (
    <Card
      flush
      title="Needs attention"
      actions={
        <Hint label="How it is counted: Needs attention">
          Asked of the books as this page opened: each line counts what is open now and leads to it. Overrides
          are those since the first of the month.
        </Hint>
      }
    >
      {exceptions.length === 0 ? (
        <p className="flex items-center gap-2.5 px-5 py-4 text-muted">
          <CheckCircle2 aria-hidden size={18} className="text-positive" />
          Nothing is out of order.
        </p>
      ) : (
        <ul className="ruled">
          {exceptions.map(exception => (
            <li key={exception.name}>
              <Line exception={exception} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Line({ exception }: { exception: Exception }) {
  const [params] = useSearchParams()
  const { title, help, to } = EXCEPTION_WORDS[exception.name]
  const { amount, since, count } = exception
  const said = (
    <>
      {amount !== null && formatNaira(amount)}
      {amount !== null && since !== null && ', '}
      {since !== null && (
        <>
          the oldest <RelativeTime at={since} />
        </>
      )}
    </>
  )
  return (
    <Link
      to={withWayBack(to(exception), params)}
      data-exception={exception.name}
      className="flex items-start gap-3 px-5 py-3 hover:bg-canvas"
    >
      <TriangleAlert aria-hidden size={17} className="mt-0.5 shrink-0 text-caution" />
      <span className="min-w-0 flex-1">
        <span className="font-medium">{title(count)}</span>
        <span className="block text-[0.8125rem] text-muted">{help}</span>
        <span className="block text-[0.8125rem] tabular-nums sm:hidden">{said}</span>
      </span>
      <span className="hidden text-right text-[0.8125rem] text-muted tabular-nums sm:block">{said}</span>
      <ChevronRight aria-hidden size={16} className="mt-0.5 shrink-0 text-faint" />
    </Link>
  )
}
