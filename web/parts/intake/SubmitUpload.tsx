import { useState } from 'react'
import { intakeApi } from '../../../contract/intake.ts'
import { countText } from '../../../engine/countText.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { ActDialog } from '../ActDialog.tsx'
import { useMay } from '../currentUser.ts'
import { DeclinedNotice } from '../DeclinedNotice.tsx'
import { WaitingNotice } from '../lazyParts.tsx'
import { ChangeMonth, OtherMonth } from './ChangeMonth.tsx'
import { type ReadIntake, WHY_NO_UPLOAD } from './intakeWords.ts'

type Props = {
  intake: ReadIntake
  /** What acceptance has done, in a sentence. */
  accepted: string
  /** What has to be looked at first and cannot be. */
  whyNotYet?: string | undefined
}

/** Where a judged file stands between two people. */
export function SubmitUpload({ intake, accepted, whyNotYet }: Props) {
  if (intake.status === 'accepted')
    return (
      <Notice tone="positive" title={`Accepted by ${intake.acceptedBy ?? 'a second person'}`}>
        {accepted} {intake.acceptedAt && <RelativeTime at={intake.acceptedAt} />}
      </Notice>
    )
  if (intake.status === 'superseded')
    return (
      <Notice tone="notice" title="Replaced">
        Another file of the same source and month was accepted later and has taken its place.
      </Notice>
    )
  if (intake.approvalId) return <WaitingNotice approvalId={intake.approvalId} />
  if ((intake.goodRows ?? 0) === 0) return <NoValidRows intake={intake} />
  return <ReadyNotice intake={intake} whyNotYet={whyNotYet} />
}

/** Nothing can be submitted: why, and what to do about it. */
export function NoValidRows({ intake }: { intake: ReadIntake }) {
  const isOtherMonth = (intake.layout?.monthInFile ?? intake.period) !== intake.period
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="negative" title="No valid rows">
        {isOtherMonth
          ? 'The rows are of another month than the upload. Change the month below: the file is not uploaded again.'
          : 'Every row has an error. The reasons are under the invalid rows: correct the file and upload it again, or change the month if it is the wrong one.'}
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
  const wasAsked = intake.status === 'waiting'
  return (
    <div className="flex flex-col gap-3">
      <OtherMonth intake={intake} />
      {wasAsked && <DeclinedNotice subjectType="intake" subjectId={intake.id} />}
      <Notice
        tone={wasAsked ? 'caution' : 'brand'}
        title={wasAsked ? 'It was not accepted' : 'Ready for a second person'}
        action={
          <div className="flex flex-wrap items-center gap-2">
            <ChangeMonth intake={intake} />
            <Button look="primary" disabledReason={whyNot} onClick={() => setAsking(true)}>
              {wasAsked ? 'Hand over again' : 'Hand over'}
            </Button>
          </div>
        }
      >
        {wasAsked
          ? 'It was declined or withdrawn. Hand it over again, or cancel the upload.'
          : 'Look at the figures, the changes and the refused rows, then hand it over. Somebody else accepts it.'}
      </Notice>
      {asking && (
        <ActDialog
          endpoint={intakeApi.intakeHandOver}
          input={({ reason }) => ({ id: intake.id, reason })}
          done="Handed over. A second person has to accept it."
          onClose={() => setAsking(false)}
          title="Hand over to a second person"
          description={`${countText(good)} good rows of “${intake.fileName}”. ${countText(intake.refusedRows ?? 0)} refused rows stay aside.`}
          action="Hand over"
          reason={{ label: 'What you checked it against' }}
        />
      )}
    </div>
  )
}
