import type { z } from 'zod/mini'
import { type approval, approvalApi } from '../../contract/approvals.ts'
import { effectOf, nextOf } from '../../contract/trail.ts'
import { useApi } from '../api.ts'
import { DefinitionList } from '../ui/DefinitionList.tsx'
import { Notice } from '../ui/Notice.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { ActDialog } from './ActDialog.tsx'
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
    reason: { label: 'Note', optional: true },
  },
  decline: {
    endpoint: approvalApi.approvalDecline,
    verb: 'Decline',
    done: 'Declined. Nothing was changed.',
    description: 'Nothing changes. Whoever asked reads your reason on their dashboard.',
    reason: { label: 'Why not' },
  },
  withdraw: {
    endpoint: approvalApi.approvalWithdraw,
    verb: 'Withdraw',
    done: 'Withdrawn. Nothing was changed.',
    description: 'It is taken back before anybody decided it.',
    reason: false,
  },
} as const

type Props = { act?: ApprovalAct; item?: Approval; onClose: () => void }

/** Shows what would change before anybody says yes to it. */
export function ApprovalDialog({ act = 'approve', item, onClose }: Props) {
  return item && <Decision key={`${act} ${item.id}`} {...{ act, item, onClose }} />
}

function Decision({ act, item, onClose }: Required<Props>) {
  const { endpoint, verb, done, description, reason } = ACTS[act]
  // worked out again when it is opened: what was submitted may be another thing by now
  const now = useApi(approvalApi.approvalGet, { id: item.id })
  const shown = now.data?.id === item.id ? now.data : undefined
  return (
    <ActDialog
      endpoint={endpoint}
      input={({ reason: note }) => ({ id: item.id, ...(note ? { note } : {}) })}
      done={act === 'approve' ? `${done} ${nextOf(item.command)}`.trim() : done}
      onClose={onClose}
      title={`${verb}: ${item.title}`}
      description={description}
      action={verb}
      danger={act === 'decline'}
      reason={reason}
    >
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
    </ActDialog>
  )
}

type AdmittedProps = { by: string; at: string; approvedBy: string | null }

const Admitted = ({ by, at, approvedBy }: AdmittedProps) => (
  <>
    Admitted by {by} <RelativeTime at={at} />, {approvedBy ? `approved by ${approvedBy}` : 'without approval'}
  </>
)
