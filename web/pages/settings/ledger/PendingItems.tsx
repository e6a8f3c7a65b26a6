import { approvalApi } from '../../../../contract/approvals.ts'
import { useApi } from '../../../api.ts'
import { LoadNotice } from '../../../parts/LoadError.tsx'
import { PendingApprovalNotice } from '../../../parts/lazyParts.tsx'

/** What of one kind is pending approval, above its list. */
export function usePendingItems(subjectType: string, title: string) {
  const waiting = useApi(approvalApi.approvalList, { view: 'all', status: 'waiting', subjectType })
  const rows = waiting.data?.rows ?? []
  const notices = (rows.length > 0 || waiting.error) && (
    <div className="flex flex-col gap-3 border-b border-line p-4 empty:hidden">
      <LoadNotice of={waiting} title={title} />
      {rows.map(({ id }) => (
        <PendingApprovalNotice key={id} approvalId={id} />
      ))}
    </div>
  )
  return { notices, isPending: rows.length > 0 }
}
