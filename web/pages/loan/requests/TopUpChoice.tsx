import { formatNaira, type Kobo, kobo, sum } from '../../../../engine/money.ts'
import type { LoanRequest } from '../../../parts/requestWords.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'

type TopUpLoan = LoanRequest['topUp'][number]

type Props = {
  loans: readonly TopUpLoan[]
  chosen: readonly string[]
  /** Net disbursement of the typed terms; undefined while they are not valid. */
  netPayOut: Kobo | undefined
  onChange: (chosen: string[]) => void
}

export const chosenIn = ({ topUp }: LoanRequest): string[] =>
  topUp.filter(each => each.isChosen).map(each => each.loanId)

/** Selects active loans that the new disbursement settles. They do not count against the applicant. */
export function TopUpChoice({ loans, chosen, netPayOut, onChange }: Props) {
  if (loans.length === 0) return null
  const settled = sum(loans.filter(each => chosen.includes(each.loanId)).map(each => each.settlement))
  const toggle = (id: string): void =>
    onChange(chosen.includes(id) ? chosen.filter(each => each !== id) : [...chosen, id])
  return (
    <fieldset className="flex flex-col gap-2 rounded-lg border border-line px-4 py-3">
      <legend className="px-1 text-[0.8125rem] font-medium">Top-up</legend>
      {loans.map(each => (
        <Checkbox
          key={each.loanId}
          label={`Settles ${each.number}`}
          hint={`${formatNaira(each.settlement)} if disbursed today`}
          checked={chosen.includes(each.loanId)}
          onChange={() => toggle(each.loanId)}
        />
      ))}
      {settled > 0n && netPayOut !== undefined && (
        <p className="text-[0.8125rem] text-muted">
          {netPayOut > settled ? (
            <>
              <span className="font-medium text-ink">{formatNaira(kobo(netPayOut - settled))}</span> is paid
              to the customer.
            </>
          ) : (
            <span className="font-medium text-negative">
              The settlement uses the whole net disbursement of {formatNaira(netPayOut)}.
            </span>
          )}
        </p>
      )}
    </fieldset>
  )
}
