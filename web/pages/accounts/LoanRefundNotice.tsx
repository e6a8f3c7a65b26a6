import { refundApi } from '../../../contract/refunds.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { type Loan, payMonthText } from '../../parts/loan/loanWords.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { REFUND_STATES, refundPath, stateOf } from './refundWords.ts'

/** The refund case of a loan, and what the payroll office is still to deduct beyond what is owed. */
export function LoanRefundNotice({ row }: Pick<Loan, 'row'>) {
  const isRepaid = row.status === 'overpaid' || row.status === 'closed'
  const isNearlyRepaid = row.status === 'live' && row.outstandingTotal < row.instalment * 3n
  return (
    <>
      {row.credit > 0n && row.status !== 'live' && <RefundNotice number={row.number} />}
      {(isRepaid || isNearlyRepaid) && <ForecastNotice loanId={row.id} />}
    </>
  )
}

function RefundNotice({ number }: { number: string }) {
  const { data } = useApi(refundApi.refundList, { search: number })
  const open = data?.rows.find(each => each.status !== 'paid' && each.status !== 'ended')
  if (!open) return null
  const { title, means } = REFUND_STATES[stateOf(open)]
  return (
    <Notice
      tone="notice"
      title={`Refund ${open.number}: ${formatNaira(open.amount)}, ${title.toLowerCase()}`}
      action={<LinkButton to={refundPath(open.id)}>View refund</LinkButton>}
    >
      {means}
    </Notice>
  )
}

function ForecastNotice({ loanId }: { loanId: string }) {
  const { data } = useApi(refundApi.refundForecast, { loanId })
  const found = data?.rows[0]
  if (!found) return null
  return (
    <Notice tone="caution" title={`Over-deduction to expect: ${formatNaira(found.over)}`}>
      The list for {found.months.map(payMonthText).join(', ')} was already sent. Ask the payroll office to
      stop the deduction. What is deducted beyond the balance is refunded.
    </Notice>
  )
}
