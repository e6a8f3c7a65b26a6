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

/** Actions of the current state; a disabled action says why. */
export function BatchActs({ batch, intake }: Props) {
  const [doing, setDoing] = useState<'submit' | 'reverse'>()
  const mayAsk = useMay('money.ask')
  const stop = (): void => setDoing(undefined)
  const waits = batch.approvalId ? 'Pending approval already.' : undefined
  const whyNot = mayAsk ? waits : WHY_NO_REPAYMENT
  const { correctedBy } = batch
  const whyNotRemoved = correctedBy
    ? `${correctedBy.number} corrects this batch. Reverse or cancel ${correctedBy.number} first.`
    : undefined
  const isOpen = batch.status === 'open' || batch.status === 'waiting'
  const submit = {
    title: batch.status === 'waiting' && !batch.approvalId ? 'Resubmit' : 'Submit for approval',
    disabledReason:
      whyNot ??
      (batch.fileRows === 0
        ? 'The file has no valid rows.'
        : batch.undecided.unknownElement > 0
          ? 'Mark the deduction codes of this file as ours or not ours first.'
          : undefined),
    onSelect: () => setDoing('submit'),
  }
  const reverse = {
    title: 'Reverse batch',
    disabledReason: whyNot ?? whyNotRemoved,
    onSelect: () => setDoing('reverse'),
  }
  const saveRows = (format: ExportFormat): void =>
    void fetchFile(repaymentExportApi.repaymentRowsExport, { id: batch.id, format })
  useRecordActs(`Repayment batch ${batch.number}`, [
    ...(isOpen ? [submit] : []),
    ...(batch.status === 'posted' ? [reverse] : []),
    { title: 'Export rows (CSV)', onSelect: () => saveRows('csv') },
    { title: 'Export rows (Excel)', onSelect: () => saveRows('xlsx') },
  ])
  return (
    <>
      {isOpen && (
        <>
          <ChangeMonth size="medium" intake={{ ...intake, approvalId: batch.approvalId }} />
          <CancelUpload
            size="medium"
            intake={{ ...intake, approvalId: batch.approvalId }}
            whyNotRemoved={whyNotRemoved}
          />
          <Button
            look="primary"
            icon={<Send aria-hidden size={16} />}
            disabledReason={submit.disabledReason}
            onClick={submit.onSelect}
          >
            {submit.title}
          </Button>
        </>
      )}
      {batch.status === 'posted' && (
        <Button
          icon={<Undo2 aria-hidden size={16} />}
          disabledReason={reverse.disabledReason}
          onClick={reverse.onSelect}
        >
          {reverse.title}
        </Button>
      )}
      {doing === 'submit' && <SubmitBatchDialog batch={batch} onClose={stop} />}
      {doing === 'reverse' && <ReverseBatchDialog batch={batch} onClose={stop} />}
    </>
  )
}

function ReverseBatchDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  return (
    <ActDialog
      endpoint={repaymentApi.repaymentUndo}
      input={({ reason }) => ({ id: batch.id, reason })}
      done="Reversal submitted for approval."
      danger
      onClose={onClose}
      title={`Reverse ${batch.number}?`}
      description={`Reverses ${rowsText(batch.rowsDone)}: ${formatNaira(batch.postedTotal)} on loans and ${formatNaira(batch.suspenseTotal)} in suspense. SMS already sent cannot be recalled.`}
      action="Submit reversal"
      reason
    />
  )
}
