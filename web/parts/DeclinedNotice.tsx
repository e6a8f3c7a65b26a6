import { approvalApi } from '../../contract/approvals.ts'
import { useApi } from '../api.ts'
import { Notice } from '../ui/Notice.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'

type Props = { subjectType: string; subjectId: string }

/** On a record whose last question got a no: who declined it and why, for whoever mends it. */
export function DeclinedNotice({ subjectType, subjectId }: Props) {
  const asked = useApi(approvalApi.approvalList, { subjectType, subjectId, limit: 1 })
  const last = asked.data?.rows[0]
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
