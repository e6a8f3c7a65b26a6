import { type ReactNode, useState } from 'react'
import type { z } from 'zod/mini'
import { type approval, approvalApi } from '../../contract/approvals.ts'
import { errorMessage } from '../../contract/errors.ts'
import { useApi } from '../api.ts'
import { Actions, Button } from '../ui/Button.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { Notice } from '../ui/Notice.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { ApprovalAct } from './ApprovalDialog.tsx'
import { useCurrentUser } from './currentUser.ts'
import { LoadNotice } from './LoadError.tsx'
import { unbroken } from './unbroken.ts'

const ApprovalDialog = lazyPart(() => import('./ApprovalDialog.tsx').then(dialog => dialog.ApprovalDialog))

type Approval = z.output<typeof approval>

type Props = {
  approvalId: string
  /** Where else to look, beside the answers. */
  children?: ReactNode
}

/** On a record with a change that waits: who asked, why, and what the reader can do about it. */
export function WaitingCard({ approvalId, children }: Props) {
  const waiting = useApi(approvalApi.approvalGet, { id: approvalId })
  const [act, setAct] = useState<ApprovalAct>()
  const item = waiting.data
  // a record whose change waits must not look free because nobody could say which
  if (!item && waiting.error)
    return <LoadNotice of={waiting} title="Something waits for a second person; it could not be loaded" />
  if (!item && waiting.fetchStatus === 'paused')
    return (
      <Notice tone="caution" title="Waiting for a second person">
        You are offline. What it is shows when the line is back.
      </Notice>
    )
  if (waiting.isPending) return <Skeleton className="h-27 w-full rounded-lg" />
  if (item?.status !== 'waiting') return null
  return (
    <>
      <Notice tone="caution" title="Waiting for a second person">
        <p>
          {item.title}: {unbroken(item.summary)}. {item.makerName} asked <RelativeTime at={item.askedAt} />
          {item.reason && <>: “{item.reason}”</>}
        </p>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <Answers item={item} onAct={setAct} />
          {children}
        </div>
      </Notice>
      {act && <ApprovalDialog act={act} item={item} onClose={() => setAct(undefined)} />}
    </>
  )
}

const BLOCKED = {
  same_person: errorMessage('approval.same_person'),
  involved: errorMessage('approval.involved'),
  own: errorMessage('approval.own'),
  linked: errorMessage('approval.linked'),
  same_browser: errorMessage('approval.same_browser'),
  same_place: errorMessage('approval.same_place'),
  permission: errorMessage('permission.missing'),
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
