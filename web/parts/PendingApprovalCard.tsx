import { type ReactNode, useState } from 'react'
import { approvalApi } from '../../contract/approvals.ts'
import { useApi } from '../api.ts'
import { Actions, Button } from '../ui/Button.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { Notice } from '../ui/Notice.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { type Approval, type ApprovalAct, BLOCKED } from './approvalWords.ts'
import { useCurrentUser } from './currentUser.ts'
import { LoadNotice } from './LoadError.tsx'
import { unbroken } from './unbroken.ts'

const ApprovalSheet = lazyPart(() => import('./ApprovalSheet.tsx').then(part => part.ApprovalSheet))

type Props = {
  approvalId: string
  /** Further links, beside the buttons. */
  children?: ReactNode
}

/** On a record with a change pending approval: who submitted it, why, and what the reader can do. */
export function PendingApprovalCard({ approvalId, children }: Props) {
  const waiting = useApi(approvalApi.approvalGet, { id: approvalId })
  const [act, setAct] = useState<ApprovalAct>()
  const item = waiting.data
  // a record with a pending change must not look free because the change could not be loaded
  if (!item && waiting.error)
    return <LoadNotice of={waiting} title="An item pending approval could not be loaded" />
  if (!item && waiting.fetchStatus === 'paused')
    return (
      <Notice tone="caution" title="Pending approval">
        You are offline. The item is shown when the connection is back.
      </Notice>
    )
  if (waiting.isPending) return <Skeleton className="h-27 w-full rounded-lg" />
  if (item?.status !== 'waiting') return null
  return (
    <>
      <Notice tone="caution" title="Pending approval">
        <p>
          {item.title}: {unbroken(item.summary)}. Submitted by {item.makerName}{' '}
          <RelativeTime at={item.askedAt} />
          {item.reason && <>: “{item.reason}”</>}
        </p>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <Answers item={item} onAct={setAct} />
          {children}
        </div>
      </Notice>
      {act && <ApprovalSheet act={act} items={[item]} onClose={() => setAct(undefined)} />}
    </>
  )
}

function Answers({ item, onAct }: { item: Approval; onAct: (act: ApprovalAct) => void }) {
  const isMine = item.makerId === useCurrentUser().id
  const reason = item.blocked ? BLOCKED[item.blocked] : undefined
  return (
    <Actions>
      <Button size="small" look="primary" disabledReason={reason} onClick={() => onAct('approve')}>
        Approve
      </Button>
      <Button size="small" disabledReason={reason} onClick={() => onAct('decline')}>
        Decline
      </Button>
      {isMine && (
        <Button size="small" onClick={() => onAct('withdraw')}>
          Withdraw
        </Button>
      )}
    </Actions>
  )
}
