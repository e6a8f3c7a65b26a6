import type { z } from 'zod/mini'
import type { payoutLine } from '../../../contract/payouts.ts'
import { formatNaira } from '../../../engine/money.ts'

type Line = z.output<typeof payoutLine>
export type Payment = Pick<
  Line,
  'loanId' | 'customerName' | 'bankName' | 'account' | 'principal' | 'fees' | 'settles' | 'amount'
> & {
  number: string
  reference?: string
}

/** Payees, amounts, accounts and deductions; a long list scrolls in its own frame. */
export function PaymentsList({ label, payments }: { label: string; payments: readonly Payment[] }) {
  return (
    <ul
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className="max-h-80 ruled overflow-auto rounded-lg border border-line text-[0.8125rem]"
    >
      {payments.map(each => (
        <li key={each.loanId} className="px-3 py-2 tabular-nums">
          <div className="flex justify-between gap-x-6">
            <p className="min-w-0 font-medium">{each.customerName}</p>
            <p className="shrink-0 font-semibold">{formatNaira(each.amount)}</p>
          </div>
          <div className="flex flex-wrap justify-between gap-x-6 text-muted">
            <p>
              {each.bankName} {each.account}
            </p>
            {takenOff(each).map(words => (
              <p key={words}>{words}</p>
            ))}
          </div>
          <p className="text-muted">{[each.number, each.reference].filter(Boolean).join(' · ')}</p>
        </li>
      ))}
    </ul>
  )
}

function takenOff({ principal, fees, settles }: Payment): string[] {
  return [
    ...(fees > 0n ? [`${formatNaira(principal)} less ${formatNaira(fees)} fees`] : []),
    ...settles.map(each => `after ${formatNaira(each.amount)} for ${each.number}`),
  ]
}
