import { CheckCircle2, ChevronRight, TriangleAlert } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { EXCEPTION_FORMULAS } from '../../../contract/dashboard.ts'
import { formatNaira } from '../../../engine/money.ts'
import { Card } from '../../ui/Card.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { EXCEPTION_WORDS, type Exception, withWayBack } from './dashboardWords.ts'
import { CountHint } from './FormulaHint.tsx'

type Props = { exceptions: readonly Exception[]; askedAt: string }

/** What went wrong or waits for nobody in particular; each leads to where it is dealt with. */
export function ExceptionsCard({ exceptions, askedAt }: Props) {
  return (
    <Card
      flush
      title="Needs attention"
      actions={
        <p className="text-[0.8125rem] text-muted">
          Counted <RelativeTime at={askedAt} />
        </p>
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
            <li key={exception.name} className="flex items-start pr-5 hover:bg-canvas">
              <Line exception={exception} />
              <span className="pt-3.5">
                <CountHint
                  title={EXCEPTION_WORDS[exception.name].title(exception.count)}
                  formula={EXCEPTION_FORMULAS[exception.name]}
                  askedAt={askedAt}
                />
              </span>
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
      className="flex min-w-0 flex-1 items-start gap-3 py-3 pr-3 pl-5"
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
