import { HandCoins, Landmark, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { approvalApi } from '../../../contract/approvals.ts'
import { repaymentApi, repaymentExportApi } from '../../../contract/repayments.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { useMay } from '../../parts/currentUser.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { dayText } from '../../parts/figures.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { type Batch, WHY_NO_REPAYMENT } from '../../parts/repayments/repaymentWords.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import type { Column } from '../../ui/Table.tsx'

const RemittanceDialog = lazyPart(() =>
  import('./RemittanceDialog.tsx').then(dialog => dialog.RemittanceDialog),
)

type Remittance = Batch['remittances'][number]

/** What the payroll office has sent for this batch, and what it still owes. */
export function RemittancesTab({ batch }: { batch: Batch }) {
  const [recording, setRecording] = useState(false)
  const [undoing, setUndoing] = useState<Remittance>()
  const mayAsk = useMay('money.ask')
  const isPosted = batch.status === 'posting' || batch.status === 'posted'
  const whyWait = isPosted
    ? undefined
    : 'Money is recorded once the batch is posted; what has come by then is said at the hand-over.'
  const whyNot = mayAsk ? whyWait : WHY_NO_REPAYMENT
  const waiting = useApi(approvalApi.approvalList, {
    status: 'waiting',
    subjectType: 'remittance',
    subjectId: batch.id,
  })
  const whyUndoWaits = waiting.data?.rows.some(each => each.command === 'remittanceUndo')
    ? 'Taking money back already waits for a second person.'
    : undefined
  const deducted = kobo(batch.postedTotal + batch.suspenseTotal)
  return (
    <ListPage
      title="Money received"
      actions={
        <Button
          size="small"
          icon={<HandCoins aria-hidden size={15} />}
          disabledReason={whyNot}
          onClick={() => setRecording(true)}
        >
          Record money received
        </Button>
      }
      above={
        <p className="border-b border-line px-5 py-3 text-muted">
          Deducted <span className="font-medium text-ink">{formatNaira(deducted)}</span>, received{' '}
          <span className="font-medium text-ink">{formatNaira(batch.bankCredit)}</span>
          {batch.unremitted > 0n && (
            <>
              , <span className="font-medium text-caution">{formatNaira(batch.unremitted)} not remitted</span>
              . The payroll office owes it; the borrowers have paid
            </>
          )}
          {batch.bankCredit > deducted && isPosted && (
            <>
              ,{' '}
              <span className="font-medium text-caution">
                {formatNaira(kobo(batch.bankCredit - deducted))} more than was deducted
              </span>
              . The payroll office has it to its credit
            </>
          )}
          .
        </p>
      }
      name="remittances"
      views={false}
      list={{ rows: batch.remittances }}
      caption="Money received for this batch"
      columns={[...COLUMNS, undoColumn(whyNot ?? whyUndoWaits, setUndoing)]}
      exports={exportOf('Export the money received', repaymentExportApi.remittanceExport, { id: batch.id })}
      empty={{
        compact: true,
        icon: <Landmark />,
        title: 'No money has come for it yet',
        text: 'What the payroll office sends is recorded with the reference on the bank statement.',
      }}
    >
      {recording && <RemittanceDialog batch={batch} onClose={() => setRecording(false)} />}
      {undoing && <UndoDialog batch={batch} remittance={undoing} onClose={() => setUndoing(undefined)} />}
    </ListPage>
  )
}

const COLUMNS: readonly Column<Remittance>[] = [
  { id: 'on', title: 'Day on the statement', lead: true, cell: each => dayText(each.receivedOn) },
  { id: 'amount', title: 'Amount', align: 'right', cell: each => formatNaira(each.amount) },
  { id: 'reference', title: 'Bank reference', cell: each => each.reference },
  { id: 'by', title: 'Confirmed by', cell: each => each.recordedBy },
]

const undoColumn = (
  whyNot: string | undefined,
  onUndo: (remittance: Remittance) => void,
): Column<Remittance> => ({
  id: 'undo',
  title: 'Take back',
  titleHidden: true,
  align: 'right',
  cell: each => (
    <Button
      size="small"
      icon={<Undo2 aria-hidden size={14} />}
      disabledReason={whyNot}
      onClick={() => onUndo(each)}
      aria-label={`Take back ${formatNaira(each.amount)}, bank reference ${each.reference}`}
    >
      Take back
    </Button>
  ),
})

type UndoProps = { batch: Batch; remittance: Remittance; onClose: () => void }

/** The wrong sum, or the wrong batch: recorded anew where it belongs. */
function UndoDialog({ batch, remittance, onClose }: UndoProps) {
  return (
    <ActDialog
      endpoint={repaymentApi.remittanceUndo}
      input={({ reason }) => ({ id: remittance.id, batchId: batch.id, reason })}
      done="A second person has to agree before it is taken back."
      danger
      onClose={onClose}
      title={`Take back ${formatNaira(remittance.amount)} received for ${batch.number}?`}
      description={`It leaves the bank account by an entry of its own, and the payroll office owes it for this batch again. The loans stay as they are. The bank reference ${remittance.reference} can then be recorded with the right sum, or for the right batch.`}
      action="Ask to take it back"
      reason
    />
  )
}
