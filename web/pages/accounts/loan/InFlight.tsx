import { Link } from 'react-router'
import { formatNaira } from '../../../../engine/money.ts'
import { payMonthText, type SettlementQuote } from '../../../parts/loan/loanWords.ts'
import { paths } from '../../../paths.ts'

type Props = { deductions: SettlementQuote['inFlight']; stopMonth: SettlementQuote['stopMonth'] }

/** Deductions in transit that still arrive after the settlement; any overpayment is refunded. */
export function InFlight({ deductions, stopMonth }: Props) {
  if (deductions.length === 0) return null
  // numbered, because two deductions can be equal
  const numbered = deductions.map((deduction, place) => ({ ...deduction, place }))
  return (
    <div className="mt-3 text-[0.8125rem]">
      <p className="font-medium">Deductions in transit</p>
      <ul>
        {numbered.map(({ place, amount, month, batchId, batchNumber }) => (
          <li key={place}>
            <span className="tabular-nums">{formatNaira(amount)}</span>
            <span className="text-muted"> · {payMonthText(month)} · </span>
            {batchId ? (
              <Link to={paths.repayment(batchId)} className="underline underline-offset-2">
                {batchNumber}
              </Link>
            ) : (
              <span className="text-muted">expected</span>
            )}
          </li>
        ))}
      </ul>
      {stopMonth && (
        <p className="text-muted">
          If paid on the settlement date, the stop goes with the {payMonthText(stopMonth)} list.
        </p>
      )}
      <p className="text-muted">They are credited when they arrive. Any overpayment is refunded.</p>
    </div>
  )
}
