import { useState } from 'react'
import { intakeApi } from '../../../contract/intake.ts'
import { useAct } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { useMay } from '../currentUser.ts'
import { periodText, type ReadIntake, WHY_NO_UPLOAD } from './intakeWords.ts'
import { MonthSelect } from './MonthSelect.tsx'

type Props = { intake: ReadIntake }

const whyNotChange = ({ approvalId, correctsId }: ReadIntake): string | undefined => {
  if (approvalId) return 'Pending approval: withdraw it first.'
  return correctsId ? 'A correction is for the month of the file it corrects.' : undefined
}

/** The month, until the upload is submitted; the file need not be sent again. */
export function ChangeMonth({ intake }: Props) {
  const [isAsking, setAsking] = useState(false)
  const [month, setMonth] = useState(intake.layout?.monthInFile ?? intake.period)
  const { change, whyNot } = useChangeMonth(intake, () => setAsking(false))
  return (
    <>
      <Button size="small" disabledReason={whyNot} onClick={() => setAsking(true)}>
        Change month
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Change the month of this upload"
        description="Rows that were checked are checked again for the new month. The file is not uploaded again."
        action="Change month"
        pending={change.isPending}
        error={change.error?.message}
        onConfirm={() => change.to(month)}
      >
        <MonthSelect value={month} onChange={setMonth} placeholder="Choose the month" />
      </ConfirmDialog>
    </>
  )
}

/** Said where the file names another month than the one that was chosen for it. */
export function OtherMonth({ intake }: Props) {
  const said = intake.layout?.monthInFile ?? intake.period
  const { change, whyNot } = useChangeMonth(intake)
  if (said === intake.period) return null
  return (
    <Notice
      tone="caution"
      title={`This file says ${periodText(said)}. You chose ${periodText(intake.period)}.`}
      action={
        <Button
          size="small"
          pending={change.isPending}
          disabledReason={whyNot}
          onClick={() => change.to(said)}
        >
          Change to {periodText(said)}
        </Button>
      }
    >
      {change.error?.message ?? 'Rows of another month than the upload are invalid.'}
    </Notice>
  )
}

function useChangeMonth(intake: ReadIntake, onDone: () => void = () => {}) {
  const act = useAct(intakeApi.intakePeriod)
  const mayUpload = useMay('money.ask')
  const to = (period: string): void =>
    act.mutate(
      { id: intake.id, period },
      {
        onSuccess: ({ period: now }) => {
          toast('success', `Month changed to ${periodText(now)}.`)
          onDone()
        },
      },
    )
  return {
    change: { to, isPending: act.isPending, error: act.error },
    whyNot: mayUpload ? whyNotChange(intake) : WHY_NO_UPLOAD,
  }
}
