import { approvalApi } from '../../contract/approvals.ts'
import { useApi } from '../api.ts'
import { Notice } from '../ui/Notice.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'

type Props = { subjectType: string; subjectId: string }

/** On a record whose last submission was declined: by whom and why. */
export function DeclinedNotice({ subjectType, subjectId }: Props) {
  const submitted = useApi(approvalApi.approvalList, { subjectType, subjectId, limit: 1 })
  const last = submitted.data?.rows[0]
  if (last?.status !== 'declined') return null
  return (
    <Notice tone="negative" alert={false} title={`Declined: ${last.title}`}>
      “{last.note}” {last.checkerName}
      {last.decidedAt && (
        <>
          , <RelativeTime at={last.decidedAt} />
        </>
      )}
    </Notice>
  )
}
