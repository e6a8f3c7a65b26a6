import type { z } from 'zod'
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

/** Who is paid how much, into which account, and what was taken off; a long list scrolls in its own frame. */
export function PaymentsList({ label, payments }: { label: string; payments: readonly Payment[] }) {
  return (
    <ul
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-80 divide-y divide-line overflow-auto rounded-lg border border-line text-[0.8125rem]"
    >
      {payments.map(each => (
        <li key={each.loanId} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 px-3 py-2">
          <div className="min-w-0">
            <p className="font-medium">{each.customerName}</p>
            <p className="text-muted tabular-nums">
              {each.bankName} {each.account}
            </p>
            <p className="text-muted tabular-nums">
              {[each.number, each.reference].filter(Boolean).join(' · ')}
            </p>
          </div>
          <div className="tabular-nums sm:text-right">
            <p className="font-semibold">{formatNaira(each.amount)}</p>
            {takenOff(each).map(words => (
              <p key={words} className="text-muted">
                {words}
              </p>
            ))}
          </div>
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
