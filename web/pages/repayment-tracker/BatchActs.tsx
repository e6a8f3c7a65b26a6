import { Send, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { repaymentApi, repaymentExportApi } from '../../../contract/repayments.ts'
import { formatNaira } from '../../../engine/money.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { useMay } from '../../parts/currentUser.ts'
import type { ExportFormat } from '../../parts/fetchFile.ts'
import { fetchFile } from '../../parts/fetchFile.ts'
import { CancelUpload } from '../../parts/intake/CancelUpload.tsx'
import { ChangeMonth } from '../../parts/intake/ChangeMonth.tsx'
import type { ReadIntake } from '../../parts/intake/intakeWords.ts'
import { type Batch, rowsText, WHY_NO_REPAYMENT } from '../../parts/repayments/repaymentWords.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { useRecordActs } from '../../ui/recordActs.ts'

const SubmitBatchDialog = lazyPart(() =>
  import('./SubmitBatchDialog.tsx').then(dialog => dialog.SubmitBatchDialog),
)

type Props = { batch: Batch; intake: ReadIntake }

/** What this state leads to; whoever may not do it reads why. */
export function BatchActs({ batch, intake }: Props) {
  const [doing, setDoing] = useState<'submit' | 'undo'>()
  const mayAsk = useMay('money.ask')
  const stop = (): void => setDoing(undefined)
  const waits = batch.approvalId ? 'It already waits for a second person.' : undefined
  const whyNot = mayAsk ? waits : WHY_NO_REPAYMENT
  const { correctedBy } = batch
  const whyNotRemoved = correctedBy
    ? `${correctedBy.number} corrects it: undo that batch first, or give it up.`
    : undefined
  const isOpen = batch.status === 'open' || batch.status === 'waiting'
  const handOver = {
    title: batch.status === 'waiting' && !batch.approvalId ? 'Hand over again' : 'Hand over',
    disabledReason: whyNot ?? (batch.fileRows === 0 ? 'No row could be taken: nothing to post.' : undefined),
    onSelect: () => setDoing('submit'),
  }
  const undo = {
    title: 'Undo the whole batch',
    disabledReason: whyNot ?? whyNotRemoved,
    onSelect: () => setDoing('undo'),
  }
  const saveRows = (format: ExportFormat): void =>
    void fetchFile(repaymentExportApi.repaymentRowsExport, { id: batch.id, format })
  useRecordActs(`Repayment batch ${batch.number}`, [
    ...(isOpen ? [handOver] : []),
    ...(batch.status === 'posted' ? [undo] : []),
    { title: 'Export every row (CSV)', onSelect: () => saveRows('csv') },
    { title: 'Export every row (Excel)', onSelect: () => saveRows('xlsx') },
  ])
  return (
    <>
      {isOpen && (
        <>
          <ChangeMonth intake={{ ...intake, approvalId: batch.approvalId }} />
          <CancelUpload
            size="medium"
            intake={{ ...intake, approvalId: batch.approvalId }}
            whyKept={whyNotRemoved}
          />
          <Button
            look="primary"
            icon={<Send aria-hidden size={16} />}
            disabledReason={handOver.disabledReason}
            onClick={handOver.onSelect}
          >
            {handOver.title}
          </Button>
        </>
      )}
      {batch.status === 'posted' && (
        <Button
          icon={<Undo2 aria-hidden size={16} />}
          disabledReason={undo.disabledReason}
          onClick={undo.onSelect}
        >
          {undo.title}
        </Button>
      )}
      {doing === 'submit' && <SubmitBatchDialog batch={batch} onClose={stop} />}
      {doing === 'undo' && <UndoDialog batch={batch} onClose={stop} />}
    </>
  )
}

function UndoDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  return (
    <ActDialog
      endpoint={repaymentApi.repaymentUndo}
      input={({ reason }) => ({ id: batch.id, reason })}
      done="A second person has to agree before it is undone."
      danger
      onClose={onClose}
      title={`Undo the whole of ${batch.number}?`}
      description={`${rowsText(batch.rowsDone)}: ${formatNaira(batch.postedTotal)} leaves the loans and ${formatNaira(batch.suspenseTotal)} leaves suspense, each by an entry of its own. Messages that were sent stay sent.`}
      action="Ask to undo it"
      reason
    />
  )
}
