import { useState } from 'react'
import { intakeApi } from '../../../contract/intake.ts'
import { countOf } from '../../../engine/countText.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { ActDialog } from '../ActDialog.tsx'
import { useMay } from '../currentUser.ts'
import { DeclinedNotice } from '../DeclinedNotice.tsx'
import { PendingApprovalNotice } from '../lazyParts.tsx'
import { ChangeMonth, OtherMonth } from './ChangeMonth.tsx'
import { type ReadIntake, WHY_NO_UPLOAD } from './intakeWords.ts'

type Props = {
  intake: ReadIntake
  /** Effect of the approval, in a sentence. */
  accepted: string
  /** Why the upload cannot be submitted yet. */
  whyNotYet?: string | undefined
}

/** Submission, approval or replacement of a checked file. */
export function SubmitUpload({ intake, accepted, whyNotYet }: Props) {
  if (intake.status === 'accepted')
    return (
      <Notice tone="positive" title={`Approved by ${intake.acceptedBy ?? 'an approver'}`}>
        {intake.acceptedAt && (
          <>
            Approved <RelativeTime at={intake.acceptedAt} />.{' '}
          </>
        )}
        {accepted}
      </Notice>
    )
  if (intake.status === 'superseded')
    return (
      <Notice tone="notice" title="Replaced">
        A later file of the same source and month has replaced this one.
      </Notice>
    )
  if (intake.approvalId) return <PendingApprovalNotice approvalId={intake.approvalId} />
  if ((intake.goodRows ?? 0) === 0) return <NoValidRows intake={intake} />
  return <ReadyNotice intake={intake} whyNotYet={whyNotYet} />
}

/** Explains why the upload cannot be submitted, and what to do. */
export function NoValidRows({ intake }: { intake: ReadIntake }) {
  const isOtherMonth = (intake.layout?.monthInFile ?? intake.period) !== intake.period
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="negative" title="No valid rows">
        {isOtherMonth
          ? 'The rows are for another month. Change the month below. You do not need to upload the file again.'
          : 'Every row has an error. See the reasons under Invalid rows, correct the file and upload it again. If the month is wrong, change it.'}
      </Notice>
      <OtherMonth intake={intake} />
      {!isOtherMonth && (
        <div>
          <ChangeMonth intake={intake} />
        </div>
      )}
    </div>
  )
}

function ReadyNotice({ intake, whyNotYet }: Pick<Props, 'intake' | 'whyNotYet'>) {
  const [asking, setAsking] = useState(false)
  const mayUpload = useMay('money.ask')
  const good = intake.goodRows ?? 0
  const whyNot = mayUpload ? whyNotYet : WHY_NO_UPLOAD
  const wasSubmitted = intake.status === 'waiting'
  return (
    <div className="flex flex-col gap-3">
      <OtherMonth intake={intake} />
      {wasSubmitted && <DeclinedNotice subjectType="intake" subjectId={intake.id} />}
      <Notice
        tone={wasSubmitted ? 'caution' : 'brand'}
        title={wasSubmitted ? 'Not approved' : 'Ready to submit'}
        action={
          <div className="flex flex-wrap items-center gap-2">
            <ChangeMonth size="medium" intake={intake} />
            <Button look="primary" disabledReason={whyNot} onClick={() => setAsking(true)}>
              {wasSubmitted ? 'Resubmit' : 'Submit for approval'}
            </Button>
          </div>
        }
      >
        {wasSubmitted
          ? 'Declined or withdrawn. Resubmit it or cancel the upload.'
          : 'Check the totals, changes and invalid rows, then submit for approval.'}
      </Notice>
      {asking && (
        <ActDialog
          endpoint={intakeApi.intakeHandOver}
          input={({ reason }) => ({ id: intake.id, reason })}
          done="Upload submitted for approval."
          onClose={() => setAsking(false)}
          title="Submit for approval"
          description={`${countOf(good, 'valid row')} of “${intake.fileName}”. ${countOf(intake.refusedRows ?? 0, 'invalid row')} excluded.`}
          action="Submit for approval"
          reason={{ label: 'Evidence (for example, covering letter)' }}
        />
      )}
    </div>
  )
}
