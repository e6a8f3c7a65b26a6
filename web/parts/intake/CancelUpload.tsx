import { useState } from 'react'
import { intakeApi } from '../../../contract/intake.ts'
import { queryKey, useAct } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useMay } from '../currentUser.ts'
import { type Intake, type ReadIntake, WHY_NO_UPLOAD } from './intakeWords.ts'

type Props = {
  intake: Pick<Intake, 'id' | 'fileName' | 'approvalId'>
  size?: 'small' | 'medium'
  /** Something stands on what the file brought. */
  whyKept?: string | undefined
}

export function CancelUpload({ intake, size = 'small', whyKept }: Props) {
  const [asking, setAsking] = useState(false)
  const cancel = useAct(intakeApi.intakeCancel, {
    // what it brought is deleted: the page moves on without asking for it
    instead: (client, reply) => {
      client.setQueryData<ReadIntake>(
        queryKey(intakeApi.intakeGet, { id: reply.id }),
        now => now && { ...now, ...reply },
      )
      return reply.id
    },
  })
  const mayUpload = useMay('money.ask')
  const whyWait = intake.approvalId ? 'It waits for a second person: withdraw it first.' : whyKept
  const whyNot = mayUpload ? whyWait : WHY_NO_UPLOAD
  const confirm = (): void =>
    cancel.mutate(
      { id: intake.id },
      {
        onSuccess: () => {
          toast('success', 'Upload cancelled. Its rows were deleted.')
          setAsking(false)
        },
      },
    )
  return (
    <>
      <Button size={size} disabledReason={whyNot} onClick={() => setAsking(true)}>
        Cancel upload
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Cancel this upload?"
        description={`What “${intake.fileName}” brought is thrown away. Data accepted earlier stays as it is.`}
        action="Cancel the upload"
        danger
        pending={cancel.isPending}
        error={cancel.error?.message}
        onConfirm={confirm}
      />
    </>
  )
}
