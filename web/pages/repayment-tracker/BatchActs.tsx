import { Send, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { repaymentApi } from '../../../contract/repayments.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useAct } from '../../api.ts'
import { useMay } from '../../parts/currentUser.ts'
import { CancelUpload } from '../../parts/intake/CancelUpload.tsx'
import type { ReadIntake } from '../../parts/intake/intakeWords.ts'
import { type Batch, rowsText, WHY_NO_REPAYMENT } from '../../parts/repayments/repaymentWords.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { toast } from '../../ui/toast.ts'

const HandOverDialog = lazily(() => import('./HandOverDialog.tsx').then(dialog => dialog.HandOverDialog))

type Props = { batch: Batch; intake: ReadIntake }

/** What this state leads to; whoever may not do it reads why. */
export function BatchActs({ batch, intake }: Props) {
  const [doing, setDoing] = useState<'submit' | 'undo'>()
  const mayAsk = useMay('money.ask')
  const stop = (): void => setDoing(undefined)
  const waits = batch.approvalId ? 'It already waits for a second person.' : undefined
  const whyNot = mayAsk ? waits : WHY_NO_REPAYMENT
  const { correctedBy } = batch
  const whyKept = correctedBy
    ? `${correctedBy.number} corrects it: undo that batch first, or give it up.`
    : undefined
  const isOpen = batch.status === 'open' || batch.status === 'waiting'
  return (
    <>
      {isOpen && (
        <>
          <CancelUpload
            size="medium"
            intake={{ ...intake, approvalId: batch.approvalId }}
            whyKept={whyKept}
          />
          <Button
            look="primary"
            icon={<Send aria-hidden size={16} />}
            disabledReason={
              whyNot ?? (batch.fileRows === 0 ? 'No row could be taken: nothing to post.' : undefined)
            }
            onClick={() => setDoing('submit')}
          >
            {batch.status === 'waiting' && !batch.approvalId ? 'Hand over again' : 'Hand over'}
          </Button>
        </>
      )}
      {batch.status === 'posted' && (
        <Button
          icon={<Undo2 aria-hidden size={16} />}
          disabledReason={whyNot ?? whyKept}
          onClick={() => setDoing('undo')}
        >
          Undo the whole batch
        </Button>
      )}
      {doing === 'submit' && <HandOverDialog batch={batch} onClose={stop} />}
      {doing === 'undo' && <UndoDialog batch={batch} onClose={stop} />}
    </>
  )
}

function UndoDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const undo = useAct(repaymentApi.repaymentUndo)
  const confirm = (reason: string): void =>
    undo.mutate(
      { id: batch.id, reason },
      {
        onSuccess: () => {
          toast('success', 'A second person has to agree before it is undone.')
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={`Undo the whole of ${batch.number}?`}
      description={`${rowsText(batch.rowsDone)}: ${formatNaira(batch.postedTotal)} leaves the loans and ${formatNaira(batch.suspenseTotal)} leaves suspense, each by an entry of its own. Messages that were sent stay sent.`}
      action="Ask to undo it"
      reason="required"
      pending={undo.isPending}
      error={undo.error?.message}
      onConfirm={confirm}
    />
  )
}
