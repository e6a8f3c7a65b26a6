import { CheckCircle2, ChevronRight, TriangleAlert } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { EXCEPTION_FORMULAS } from '../../../contract/dashboard.ts'
import { formatNaira } from '../../../engine/money.ts'
import { Card } from '../../ui/Card.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { EXCEPTION_WORDS, type Exception, withWayBack } from './dashboardWords.ts'
import { CountHint } from './FormulaHint.tsx'

type Props = { exceptions: readonly Exception[]; askedAt: string }

/** Issues without an owner; each line leads to where it is resolved. */
export function ExceptionsCard({ exceptions, askedAt }: Props) {
  return (
    <Card
      flush
      title="Needs attention"
      actions={
        <p className="text-[0.8125rem] text-muted">
          Updated <RelativeTime at={askedAt} />
        </p>
      }
    >
      {exceptions.length === 0 ? (
        <p className="flex h-10 items-center gap-2.5 px-5 text-muted">
          <CheckCircle2 aria-hidden size={17} className="text-positive" />
          No issues.
        </p>
      ) : (
        <ul className="ruled">
          {exceptions.map(exception => (
            <li key={exception.name} className="flex min-h-10 items-center pr-5 hover:bg-canvas">
              <Line exception={exception} />
              <CountHint
                title={EXCEPTION_WORDS[exception.name].title(exception.count)}
                formula={`${EXCEPTION_WORDS[exception.name].help} ${EXCEPTION_FORMULAS[exception.name]}`}
                askedAt={askedAt}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Line({ exception }: { exception: Exception }) {
  const [params] = useSearchParams()
  const { title, to } = EXCEPTION_WORDS[exception.name]
  const { amount, since, count } = exception
  return (
    <Link
      to={withWayBack(to(exception), params)}
      data-exception={exception.name}
      className="flex min-w-0 flex-1 items-center gap-3 py-2 pr-3 pl-5"
    >
      <TriangleAlert aria-hidden size={16} className="shrink-0 text-caution" />
      <span className="min-w-0 flex-1 font-medium sm:truncate">{title(count)}</span>
      <span className="text-right text-[0.8125rem] text-muted tabular-nums">
        {amount !== null && formatNaira(amount)}
        {amount !== null && since !== null && ', '}
        {since !== null && <RelativeTime at={since} />}
      </span>
      <ChevronRight aria-hidden size={16} className="shrink-0 text-faint" />
    </Link>
  )
}
