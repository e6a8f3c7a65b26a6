import { useState } from 'react'
import { intakeApi } from '../../../contract/intake.ts'
import { useAct } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { ActDialog } from '../ActDialog.tsx'
import { useMay } from '../currentUser.ts'
import { periodText, type ReadIntake, WHY_NO_UPLOAD } from './intakeWords.ts'
import { MonthSelect } from './MonthSelect.tsx'

type Props = { intake: ReadIntake; size?: 'small' | 'medium' }

const monthChanged = ({ period }: { period: string }): string => `Month changed to ${periodText(period)}.`

/** Changes the month until the upload is submitted, without uploading the file again. */
export function ChangeMonth({ intake, size = 'small' }: Props) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size={size} disabledReason={useWhyNotChange(intake)} onClick={() => setAsking(true)}>
        Change month
      </Button>
      {isAsking && (
        <ActDialog
          endpoint={intakeApi.intakePeriod}
          initial={{ period: intake.layout?.monthInFile ?? intake.period }}
          input={({ period }) => ({ id: intake.id, period })}
          done={monthChanged}
          onClose={() => setAsking(false)}
          title="Change the month of this upload"
          description="The rows are checked again for the new month. You do not need to upload the file again."
          action="Change month"
        >
          {({ values, set }) => (
            <MonthSelect
              value={values.period}
              onChange={period => set('period', period)}
              placeholder="Choose the month"
            />
          )}
        </ActDialog>
      )}
    </>
  )
}

/** Shown when the file names another month than the chosen one. */
export function OtherMonth({ intake }: Props) {
  const monthInFile = intake.layout?.monthInFile ?? intake.period
  const act = useAct(intakeApi.intakePeriod)
  const whyNot = useWhyNotChange(intake)
  if (monthInFile === intake.period) return null
  return (
    <Notice
      tone="caution"
      title={`This file says ${periodText(monthInFile)}. You chose ${periodText(intake.period)}.`}
      action={
        <Button
          size="small"
          pending={act.isPending}
          disabledReason={whyNot}
          onClick={() =>
            act.mutate(
              { id: intake.id, period: monthInFile },
              { onSuccess: reply => toast('success', monthChanged(reply)) },
            )
          }
        >
          Change to {periodText(monthInFile)}
        </Button>
      }
    >
      {act.error?.message ?? 'Rows of another month are invalid.'}
    </Notice>
  )
}

function useWhyNotChange({ approvalId, correctsId }: ReadIntake): string | undefined {
  const mayUpload = useMay('money.ask')
  if (!mayUpload) return WHY_NO_UPLOAD
  if (approvalId) return 'Pending approval: withdraw it first.'
  return correctsId ? 'A correction has the month of the file it corrects.' : undefined
}
