import { type PayoutClearing, payoutApi } from '../../../contract/payouts.ts'
import { formatNaira } from '../../../engine/money.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { CLEARINGS, type Payout, type PayoutLine } from './payoutWords.ts'

type Props = { batch: Payout; line: PayoutLine; to: PayoutClearing; onClose: () => void }

/** The end of a payment that the bank has made and no loan can take, once a second person agrees. */
export function PayoutClearDialog({ batch, line, to, onClose }: Props) {
  const { title, means } = CLEARINGS[to]
  return (
    <ActDialog
      endpoint={payoutApi.payoutLineClear}
      input={({ reason }, clearId) => ({ id: batch.id, lineId: line.id, clearId, to, reason })}
      done="A second person has to agree."
      onClose={onClose}
      title={`${title}: ${line.loanNumber}, ${formatNaira(line.amount)}`}
      description={means}
      action="Ask a second person"
      reason
    />
  )
}
