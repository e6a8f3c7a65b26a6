import { type CHANNELS, loanApi } from '../../../contract/loans.ts'
import type { Kobo } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ActPreview } from './ActPreview.tsx'

type Props = {
  loanId: string
  amount: Kobo
  on: string
  channel: (typeof CHANNELS)[number]
  /** True if this action needs approval whatever its amount. */
  alwaysTwo?: true
}

/** Allocation of a payment before it is submitted; follows loan, amount and date. */
export function ReceiptPreview({ loanId, amount, on, channel, alwaysTwo }: Props) {
  const looked = useApi(loanApi.loanActPreview, {
    loanId,
    // nothing is recorded, so any unused reference will do
    input: { act: 'receipt', amount: amount.toString(), on, channel, reference: `preview ${loanId}` },
  })
  if (looked.error) return <Notice tone="negative">{looked.error.message}</Notice>
  if (!looked.data) return <Skeleton className="h-40 w-full" />
  return (
    <div aria-busy={looked.isPlaceholderData} className={looked.isPlaceholderData ? 'opacity-60' : ''}>
      <ActPreview brief on={on} preview={alwaysTwo ? { ...looked.data, secondPerson: true } : looked.data} />
    </div>
  )
}
