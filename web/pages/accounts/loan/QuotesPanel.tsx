import { FileClock } from 'lucide-react'
import { instructionApi } from '../../../../contract/instructions.ts'
import { loanApi } from '../../../../contract/loans.ts'
import { formatNaira, type Kobo, negate } from '../../../../engine/money.ts'
import { useApi } from '../../../api.ts'
import { dayText } from '../../../parts/figures.ts'
import { LoadError } from '../../../parts/LoadError.tsx'
import { comingText } from '../../../parts/loan/comingText.ts'
import type { Loan, SettlementQuote } from '../../../parts/loan/loanWords.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { InFlight } from './InFlight.tsx'
import { savePaper } from './loanLetters.ts'

type Props = {
  loan: Loan
  onMake: () => void
  onSettle: (quoteId: string) => void
}

/** Settlement quotes of a loan, newest first. */
export function QuotesPanel({ loan, onMake, onSettle }: Props) {
  const list = useApi(loanApi.settlementQuoteList, { loanId: loan.row.id })
  const { allowed, why } = loan.offers.settle
  const whyNot = allowed ? undefined : (why ?? undefined)
  const make = (
    <Button disabledReason={whyNot} onClick={onMake}>
      Create quote
    </Button>
  )
  if (list.error && !list.data) return <LoadError of={list} />
  if (!list.data) return <Skeleton className="m-5 h-20" />
  if (list.data.rows.length === 0)
    return (
      <EmptyState compact icon={<FileClock />} title="No settlement quotes yet" action={make}>
        A quote states the amount that closes the loan on a date. It is numbered and valid for five days.
      </EmptyState>
    )
  return (
    <>
      <div className="flex justify-end border-b border-line px-5 py-3">{make}</div>
      <Coming loanId={loan.row.id} />
      <ul className="ruled">
        {list.data.rows.map(quote => (
          <li key={quote.id} className="px-5 py-4">
            <Quote loan={loan} quote={quote} whyNot={whyNot} onSettle={onSettle} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** What the payroll office deducts whatever is paid now. */
function Coming({ loanId }: { loanId: string }) {
  const { data } = useApi(instructionApi.instructionOfLoan, { loanId })
  const text = data && comingText(data)
  return text ? <p className="border-b border-line px-5 py-3 text-muted">{text}</p> : null
}

type QuoteProps = {
  loan: Loan
  quote: SettlementQuote
  whyNot: string | undefined
  onSettle: (quoteId: string) => void
}

function Quote({ loan: { row }, quote, whyNot, onSettle }: QuoteProps) {
  const today = row.asOf
  const isOver = quote.expiresOn < today
  const isEarly = quote.on > today
  const whyEarly = isEarly ? `Valid from ${dayText(quote.on)}.` : undefined
  const reason = whyNot ?? (isOver ? 'This quote has expired.' : whyEarly)
  return (
    <div className="grid gap-x-8 gap-y-4 md:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="flex flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold tabular-nums">{quote.number}</span>
          {isOver ? (
            <Badge>Expired</Badge>
          ) : (
            <Badge tone="positive">Valid until {dayText(quote.expiresOn)}</Badge>
          )}
        </p>
        <p className="text-xl leading-8 font-semibold tracking-tight tabular-nums">
          {formatNaira(quote.total)}
        </p>
        <p className="text-muted">
          if paid on {dayText(quote.on)}, plus {formatNaira(quote.perDay)} per day after that
        </p>
        <p className="text-[0.8125rem] text-muted">
          {quote.madeBy} · <RelativeTime at={quote.madeAt} />
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="small" disabledReason={reason} onClick={() => onSettle(quote.id)}>
            Settle with {quote.number}
          </Button>
          <Button
            size="small"
            look="quiet"
            aria-label={`Quote ${quote.number} as PDF`}
            onClick={() => void savePaper(row.id, 'quote', { itemId: quote.id })}
          >
            PDF
          </Button>
        </div>
        <InFlight deductions={quote.inFlight} stopMonth={quote.stopMonth} />
      </div>
      <dl className="text-[0.8125rem]">
        <Line term="Principal" amount={quote.principal} />
        <Line term="Interest" amount={quote.interest} />
        <Line term="Fees" amount={quote.fees} />
        <Line term="Penalties" amount={quote.penalties} />
        <Line term="Credit balance" amount={negate(quote.credit)} />
        <div className="mt-1 flex justify-between gap-4 border-t border-line pt-1.5 font-semibold">
          <dt>To pay</dt>
          <dd className="tabular-nums">{formatNaira(quote.total)}</dd>
        </div>
        {quote.rebate > 0n && (
          <div className="flex justify-between gap-4 pt-1 text-positive">
            <dt>Interest rebate</dt>
            <dd className="tabular-nums">{formatNaira(quote.rebate)}</dd>
          </div>
        )}
      </dl>
    </div>
  )
}

function Line({ term, amount }: { term: string; amount: Kobo }) {
  if (amount === 0n) return null
  return (
    <div className="flex justify-between gap-4 py-0.5">
      <dt className="text-muted">{term}</dt>
      <dd className="tabular-nums">{formatNaira(amount)}</dd>
    </div>
  )
}
