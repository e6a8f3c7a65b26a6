import { type PayoutClearing, payoutApi } from '../../../contract/payouts.ts'
import { formatNaira } from '../../../engine/money.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { CLEARINGS, type Payout, type PayoutLine } from './payoutWords.ts'

type Props = { batch: Payout; line: PayoutLine; to: PayoutClearing; onClose: () => void }

/** Clears a payment that no loan can take. Needs approval. */
export function PayoutClearDialog({ batch, line, to, onClose }: Props) {
  const { title, means } = CLEARINGS[to]
  return (
    <ActDialog
      endpoint={payoutApi.payoutLineClear}
      input={({ reason }, clearId) => ({ id: batch.id, lineId: line.id, clearId, to, reason })}
      done="Submitted for approval."
      onClose={onClose}
      title={`${title}: ${line.loanNumber}, ${formatNaira(line.amount)}`}
      description={means}
      action="Submit for approval"
      reason
    />
  )
}
