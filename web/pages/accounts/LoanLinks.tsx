import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNaira } from '../../../engine/money.ts'
import type { Loan } from '../../parts/loan/loanWords.ts'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/Notice.tsx'
import { payoutPath } from './payoutWords.ts'

const To = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="font-medium underline underline-offset-2">
    {children}
  </Link>
)

/** Where else this loan is spoken of: the batch that pays it out, and the loans of a top-up. */
export function LoanLinks({ loan }: { loan: Loan }) {
  const { topUp, payoutBatch, row } = loan
  return (
    <>
      {payoutBatch && (
        <Notice tone="notice">
          On its way to the bank in <To to={payoutPath(payoutBatch.id)}>{payoutBatch.number}</To>.
        </Notice>
      )}
      {topUp.settles.length > 0 && row.status !== 'cancelled' && (
        <Notice tone="notice" title={topUp.isPaidOut ? 'A top-up' : 'A top-up, once it is paid out'}>
          {topUp.settles.map(({ loanId, number, amount }) => (
            <p key={loanId}>
              {topUp.isPaidOut ? 'Settled ' : 'Settles '}
              <To to={paths.loan(loanId)}>{number}</To>
              {amount === null
                ? ', which owes nothing any more.'
                : ` with ${formatNaira(amount)} of the pay-out${topUp.isPaidOut ? '' : ', as of today'}.`}
            </p>
          ))}
        </Notice>
      )}
      {topUp.by && (
        <Notice tone="notice">
          {topUp.by.amount === null ? (
            <>
              Will be settled when <To to={paths.loan(topUp.by.loanId)}>{topUp.by.number}</To>, a top-up, is
              paid out.
            </>
          ) : (
            <>
              Topped up by <To to={paths.loan(topUp.by.loanId)}>{topUp.by.number}</To>:{' '}
              {formatNaira(topUp.by.amount)} of its pay-out settled this loan.
            </>
          )}
        </Notice>
      )}
    </>
  )
}
