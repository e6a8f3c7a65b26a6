import { formatDate } from '../../engine/dates.ts'
import { formatNaira } from '../../engine/money.ts'
import { feeNote, type Quote, type QuotedFee } from '../../engine/product.ts'
import { formatApr } from '../../engine/rates.ts'
import { monthText, unlikeTheFirst } from './figures.ts'

const COLLECTED: Record<QuotedFee['collected'], string> = {
  deducted: 'deducted from the disbursement',
  capitalised: 'added to the loan',
  spread: 'spread over the instalments',
  'every-instalment': 'with every instalment',
}

type Props = { quote: Quote; isForApplicant?: boolean }

/** The key facts before signing: instalment, fees, net disbursement, total repayment, APR, first deduction. */
export function QuoteSummary({ quote, isForApplicant = false }: Props) {
  const { rows } = quote.schedule
  return (
    <div aria-live="polite" className="overflow-hidden rounded-xl border border-line bg-surface">
      <div className="bg-brand-soft px-5 py-4">
        <p className="text-[0.8125rem] text-brand-ink">{rows.length === 1 ? 'One payment' : 'Instalment'}</p>
        <p className="mt-0.5 text-2xl leading-8 font-semibold tracking-tight text-ink tabular-nums">
          {formatNaira(rows[0]?.total ?? quote.instalment)}
        </p>
        <p className="mt-0.5 text-[0.8125rem] text-brand-ink">
          {rows.length === 1
            ? `due ${formatDate(quote.firstDueOn)}`
            : `${rows.length} instalments, ${formatDate(quote.firstDueOn)} to ${formatDate(quote.lastDueOn)}`}
          {unlikeTheFirst(rows.map(row => row.total)).map(each => `; ${each}`)}
        </p>
      </div>
      <dl className="px-5 py-2">
        {quote.fees.map(fee => (
          <Fact
            key={fee.name}
            term={fee.name}
            note={feeNote(fee, COLLECTED[fee.collected])}
            value={formatNaira(fee.amount)}
          />
        ))}
        <Fact
          term={isForApplicant ? 'Amount you receive' : 'Net disbursement'}
          note="paid into the bank account"
          value={formatNaira(quote.netPayOut)}
          strong
        />
        <Fact term="Interest" note={quote.interestNote} value={formatNaira(quote.interest)} />
        <Fact term="Total repayment" value={formatNaira(quote.total)} strong />
        <Fact
          term="APR"
          note="yearly cost including all fees, by payment dates"
          value={formatApr(quote.apr)}
        />
        <Fact term="First deduction" value={monthText(quote.firstDeductionMonth)} />
      </dl>
    </div>
  )
}

type FactProps = { term: string; value: string; note?: string | undefined; strong?: boolean }

function Fact({ term, value, note, strong = false }: FactProps) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-line py-2 not-first:border-t">
      <dt className="min-w-0">
        <span className={strong ? 'font-medium' : 'text-muted'}>{term}</span>
        {note && <span className="block text-xs text-faint">{note}</span>}
      </dt>
      <dd className={`shrink-0 text-right tabular-nums ${strong ? 'font-semibold' : ''}`}>{value}</dd>
    </div>
  )
}
