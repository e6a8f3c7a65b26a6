import { useEffect } from 'react'
import type { z } from 'zod'
import { type approval, approvalApi } from '../../contract/approvals.ts'
import { effectOf, nextOf } from '../../contract/trail.ts'
import { useAct, useApi } from '../api.ts'
import { DefinitionList } from '../ui/DefinitionList.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { Notice } from '../ui/Notice.tsx'
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
    done: 'Approved.',
    description: 'You approve exactly what is shown here.',
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
  // worked out again when it is opened: what was submitted may be another thing by now
  const now = useApi(approvalApi.approvalGet, { id: item?.id ?? '' }, { enabled: item !== undefined })
  const shown = item && now.data?.id === item.id ? now.data : undefined
  const confirm = (note: string): void => {
    if (!item) return
    decide.mutate(
      { id: item.id, ...(note && reason ? { note } : {}) },
      {
        onSuccess: () => {
          toast('success', act === 'approve' ? `${done} ${nextOf(item.command)}`.trim() : done)
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
          {shown?.changedSince && (
            <Notice tone="negative" title="Changed since it was submitted">
              The figures below are those of now. It cannot be approved: decline it, and it can be submitted
              again.
            </Notice>
          )}
          <DefinitionList
            items={[
              { term: 'What', value: unbroken(item.summary) },
              { term: 'Effect', value: <strong>{unbroken(effectOf(shown ?? item))}</strong> },
              { term: 'Submitted by', value: item.makerName },
              ...(shown?.makerAdmitted
                ? [{ term: 'Their account', value: <Admitted {...shown.makerAdmitted} /> }]
                : []),
              ...(shown?.sameAddress && act === 'approve'
                ? [{ term: 'Submitted from', value: 'Your own network address' }]
                : []),
              { term: 'Submitted', value: <RelativeTime at={item.askedAt} /> },
              { term: 'Reason', value: item.reason ?? 'Not provided' },
            ]}
          />
          <ApprovalChanges item={shown ?? item} />
        </>
      )}
    </ConfirmDialog>
  )
}

type AdmittedProps = { by: string; at: string; approvedBy: string | null }

const Admitted = ({ by, at, approvedBy }: AdmittedProps) => (
  <>
    Admitted by {by} <RelativeTime at={at} />, {approvedBy ? `approved by ${approvedBy}` : 'without approval'}
  </>
)
