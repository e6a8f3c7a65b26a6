import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNaira } from '../../../engine/money.ts'
import type { Loan } from '../../parts/loan/loanWords.ts'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/Notice.tsx'

const To = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="font-medium underline underline-offset-2">
    {children}
  </Link>
)

/** Links between the loans of a top-up. */
export function LoanLinks({ loan }: { loan: Loan }) {
  const { topUp, row } = loan
  return (
    <>
      {topUp.settles.length > 0 && row.status !== 'cancelled' && (
        <Notice tone="notice" title={topUp.isPaidOut ? 'Top-up' : 'Top-up (not disbursed yet)'}>
          {topUp.settles.map(({ loanId, number, amount }) => (
            <p key={loanId}>
              {topUp.isPaidOut ? 'Settled ' : 'Settles '}
              <To to={paths.loan(loanId)}>{number}</To>
              {amount === null
                ? ', which has no outstanding balance.'
                : ` with ${formatNaira(amount)} of the disbursement${topUp.isPaidOut ? '' : ', at today’s date'}.`}
            </p>
          ))}
        </Notice>
      )}
      {topUp.by && (
        <Notice tone="notice">
          {topUp.by.amount === null ? (
            <>
              Will be settled when <To to={paths.loan(topUp.by.loanId)}>{topUp.by.number}</To>, a top-up, is
              disbursed.
            </>
          ) : (
            <>
              Topped up by <To to={paths.loan(topUp.by.loanId)}>{topUp.by.number}</To>:{' '}
              {formatNaira(topUp.by.amount)} of its disbursement settled this loan.
            </>
          )}
        </Notice>
      )}
    </>
  )
}
