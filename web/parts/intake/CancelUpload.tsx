import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '../../../contract/endpoint.ts'
import { intakeApi } from '../../../contract/intake.ts'
import { queryKey } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { ActDialog } from '../ActDialog.tsx'
import { useMay } from '../currentUser.ts'
import { type Intake, type ReadIntake, WHY_NO_UPLOAD } from './intakeWords.ts'

type Props = {
  intake: Pick<Intake, 'id' | 'fileName' | 'approvalId'>
  size?: 'small' | 'medium'
  /** Why the upload cannot be removed. */
  whyNotRemoved?: string | undefined
}

export function CancelUpload({ intake, size = 'small', whyNotRemoved }: Props) {
  const [asking, setAsking] = useState(false)
  const mayUpload = useMay('money.ask')
  const whyPending = intake.approvalId ? 'Pending approval: withdraw it first.' : whyNotRemoved
  const whyNot = mayUpload ? whyPending : WHY_NO_UPLOAD
  return (
    <>
      <Button size={size} disabledReason={whyNot} onClick={() => setAsking(true)}>
        Cancel upload
      </Button>
      {asking && (
        <ActDialog
          endpoint={intakeApi.intakeCancel}
          input={() => ({ id: intake.id })}
          instead={moveOn}
          done="Upload cancelled. Its rows were deleted."
          onClose={() => setAsking(false)}
          title="Cancel this upload?"
          description={`The rows of “${intake.fileName}” are deleted. Data approved earlier does not change.`}
          action="Cancel upload"
          danger
        />
      )}
    </>
  )
}

/** Updates the cached upload, so that the page does not request the deleted rows. */
function moveOn(client: QueryClient, reply: Reply<typeof intakeApi.intakeCancel>): string {
  client.setQueryData<ReadIntake>(
    queryKey(intakeApi.intakeGet, { id: reply.id }),
    now => now && { ...now, ...reply },
  )
  return reply.id
}
