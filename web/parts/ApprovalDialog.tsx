import { useEffect } from 'react'
import type { z } from 'zod'
import { type approval, approvalApi } from '../../contract/approvals.ts'
import { useAct } from '../api.ts'
import { DefinitionList } from '../ui/DefinitionList.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { toast } from '../ui/toast.ts'
import { ApprovalChanges } from './ApprovalChanges.tsx'
import { unbroken } from './unbroken.ts'

type Approval = z.output<typeof approval>
export type ApprovalAct = 'approve' | 'decline' | 'withdraw'

const ACTS = {
  approve: {
    endpoint: approvalApi.approvalApprove,
    verb: 'Approve',
    done: 'Approved and carried out.',
    description: 'It is carried out at once, in your name as second person.',
    reason: 'optional',
    reasonLabel: 'Note',
  },
  decline: {
    endpoint: approvalApi.approvalDecline,
    verb: 'Decline',
    done: 'Declined. Nothing was changed.',
    description: 'Nothing changes. Whoever asked reads your reason on their dashboard.',
    reason: 'required',
    reasonLabel: 'Why not',
  },
  withdraw: {
    endpoint: approvalApi.approvalWithdraw,
    verb: 'Withdraw',
    done: 'Withdrawn. Nothing was changed.',
    description: 'It is taken back before anybody decided it.',
    reason: undefined,
    reasonLabel: undefined,
  },
} as const

type Props = { act?: ApprovalAct; item?: Approval; onClose: () => void }

/** Shows what would change before anybody says yes to it. */
export function ApprovalDialog({ act = 'approve', item, onClose }: Props) {
  const { endpoint, verb, done, description, reason, reasonLabel } = ACTS[act]
  const decide = useAct(endpoint)
  const { reset } = decide
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item starts without the last one's refusal
  useEffect(reset, [item, reset])
  const confirm = (note: string): void => {
    if (!item) return
    decide.mutate(
      { id: item.id, ...(note && reason ? { note } : {}) },
      {
        onSuccess: () => {
          toast('success', done)
          onClose()
        },
      },
    )
  }
  return (
    <ConfirmDialog
      open={item !== undefined}
      onClose={onClose}
      title={`${verb}: ${item?.title ?? ''}`}
      description={description}
      action={verb}
      danger={act === 'decline'}
      pending={decide.isPending}
      error={decide.error?.message}
      onConfirm={confirm}
      {...(reason ? { reason, reasonLabel } : {})}
    >
      {item && (
        <>
          <DefinitionList
            items={[
              { term: 'What', value: unbroken(item.summary) },
              { term: 'Asked by', value: item.makerName },
              { term: 'When', value: <RelativeTime at={item.askedAt} /> },
              { term: 'Why', value: item.reason ?? 'No reason given' },
            ]}
          />
          <ApprovalChanges item={item} />
        </>
      )}
    </ConfirmDialog>
  )
}
