import { useState } from 'react'
import type { z } from 'zod'
import { type approval, approvalApi } from '../../contract/approvals.ts'
import { errorMessage } from '../../contract/errors.ts'
import { useAct, useApi } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { toast } from '../ui/toast.ts'
import { ChangesTable } from './ChangesTable.tsx'
import { useCurrentUser } from './currentUser.ts'

type Approval = z.output<typeof approval>
type Decision = 'approve' | 'decline' | 'withdraw'

/** On a record with a change that waits: who asked, why, and what the reader can do about it. */
export function WaitingNotice({ approvalId }: { approvalId: string }) {
  const waiting = useApi(approvalApi.approvalGet, { id: approvalId })
  const [decision, setDecision] = useState<Decision>()
  const item = waiting.data
  if (item?.status !== 'waiting') return null
  return (
    <>
      <Notice tone="caution" title="Waiting for a second person">
        <p>
          {item.title}: {item.summary}. {item.makerName} asked <RelativeTime at={item.askedAt} />
          {item.reason && <>: “{item.reason}”</>}
        </p>
        <Answers item={item} onDecide={setDecision} />
      </Notice>
      {decision && <DecisionDialog item={item} decision={decision} onClose={() => setDecision(undefined)} />}
    </>
  )
}

const BLOCKED = {
  same_person: errorMessage('approval.same_person'),
  involved: errorMessage('approval.involved'),
  permission: errorMessage('permission.missing'),
}

function Answers({ item, onDecide }: { item: Approval; onDecide: (decision: Decision) => void }) {
  const isMine = item.makerId === useCurrentUser().id
  const reason = item.blocked ? BLOCKED[item.blocked] : undefined
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <Button size="small" look="primary" disabledReason={reason} onClick={() => onDecide('approve')}>
        Approve
      </Button>
      <Button size="small" disabledReason={reason} onClick={() => onDecide('decline')}>
        Decline
      </Button>
      {isMine && (
        <Button size="small" onClick={() => onDecide('withdraw')}>
          Withdraw
        </Button>
      )}
    </div>
  )
}

const DECISIONS = {
  approve: { action: 'Approve', done: 'Approved and carried out.', danger: false, reason: 'optional' },
  decline: { action: 'Decline', done: 'Declined. Nothing was changed.', danger: true, reason: 'required' },
  withdraw: { action: 'Withdraw', done: 'Withdrawn. Nothing was changed.', danger: true, reason: undefined },
} as const

type DialogProps = { item: Approval; decision: Decision; onClose: () => void }

function DecisionDialog({ item, decision, onClose }: DialogProps) {
  const approve = useAct(approvalApi.approvalApprove)
  const decline = useAct(approvalApi.approvalDecline)
  const withdraw = useAct(approvalApi.approvalWithdraw)
  const { action, done, danger, reason } = DECISIONS[decision]
  const act = { approve, decline, withdraw }[decision]
  const decide = (note: string): void => {
    const told = {
      onSuccess: () => {
        toast('success', done)
        onClose()
      },
    }
    if (decision === 'approve') approve.mutate({ id: item.id, ...(note ? { note } : {}) }, told)
    else if (decision === 'decline') decline.mutate({ id: item.id, note }, told)
    else withdraw.mutate({ id: item.id }, told)
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`${action}: ${item.summary}`}
      description={`${item.title}, asked for by ${item.makerName}.`}
      action={action}
      danger={danger}
      pending={act.isPending}
      error={act.error?.message}
      reasonLabel="Note"
      {...(reason ? { reason } : {})}
      onConfirm={decide}
    >
      <ChangesTable before={item.before} after={item.after} />
    </ConfirmDialog>
  )
}
