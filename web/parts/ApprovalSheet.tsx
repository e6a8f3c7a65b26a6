import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { approvalApi } from '../../contract/approvals.ts'
import { nextOf } from '../../contract/trail.ts'
import { queryKey, useAct, useEach } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, REASON_MAX_LENGTH, reasonProblem } from '../ui/Dialog.tsx'
import { Textarea } from '../ui/Input.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toast.ts'
import { ApprovalItem, ApprovalItems } from './ApprovalItem.tsx'
import { Headline, unconfirmedReason } from './approvalParts.tsx'
import {
  type Approval,
  type ApprovalAct,
  BLOCKED,
  type Opened,
  type Outcome,
  warningKey,
} from './approvalWords.ts'
import { recordPath } from './recordPath.ts'
import { unbroken } from './unbroken.ts'

const ACTS = {
  approve: {
    endpoint: approvalApi.approvalApprove,
    verb: 'Approve',
    done: 'Approved.',
    said: 'You will be recorded as the approver.',
    note: 'Note',
  },
  decline: {
    endpoint: approvalApi.approvalDecline,
    verb: 'Decline',
    done: 'Declined. Nothing was changed.',
    said: 'Nothing changes. The submitter will see your reason on their dashboard.',
    note: 'Reason for declining',
  },
  withdraw: {
    endpoint: approvalApi.approvalWithdraw,
    verb: 'Withdraw',
    done: 'Withdrawn. Nothing was changed.',
    said: 'Your submission is cancelled before it is decided. Nothing changes.',
    note: undefined,
  },
} as const

type Props = {
  act?: ApprovalAct
  /** One item, or several to decide together. */
  items: readonly Approval[]
  onClose: () => void
}

/** Everything the approver reads before deciding, and the decision. */
export function ApprovalSheet({ act: first = 'approve', items, onClose }: Props) {
  const form = useId()
  const [act, setAct] = useState<ApprovalAct>(first)
  const [note, setNote] = useState('')
  const [noteError, setNoteError] = useState<string>()
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const opened = useOpened(items)
  const decision = useDecision(act, onClose)
  const { verb, said } = ACTS[act]
  const undecided = opened.filter(each => each.problem === undefined && !decision.outcomes.has(each.item.id))
  const isOver = decision.outcomes.size > 0 && undecided.length === 0
  const toggle = (warning: string): void =>
    setConfirmed(
      before =>
        new Set(before.has(warning) ? [...before].filter(each => each !== warning) : [...before, warning]),
    )

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const missing = act === 'decline' ? reasonProblem(note, 'Reason') : undefined
    setNoteError(missing)
    if (missing === undefined) void decision.decide(undecided, { note: note.trim(), confirmed })
  }
  const shown = { act, confirmed, onConfirm: toggle }
  const [only] = opened
  return (
    <Dialog
      open
      onClose={onClose}
      width="sheet"
      title={only && items.length === 1 ? `${verb}: ${only.item.title}` : `${verb} ${items.length} items`}
      description={only && items.length === 1 ? unbroken(only.item.summary) : said}
      isDirty={note !== ''}
      footer={
        isOver ? (
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            {act === first ? (
              act === 'approve' ? (
                <Button onClick={() => setAct('decline')} disabledReason={blockedOf(opened)}>
                  Decline
                </Button>
              ) : (
                <Button onClick={onClose}>Cancel</Button>
              )
            ) : (
              <Button onClick={() => setAct(first)}>Back</Button>
            )}
            <Button
              look={act === 'decline' ? 'danger' : 'primary'}
              type="submit"
              form={form}
              pending={decision.isPending}
              disabledReason={offReason(act, opened, undecided, confirmed)}
            >
              {verb}
            </Button>
          </>
        )
      }
    >
      <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Headline amounts={opened.map(each => each.shown.amount)} />
        {only && items.length === 1 ? (
          <ApprovalItem opened={only} {...shown} />
        ) : (
          <ApprovalItems opened={opened} outcomes={decision.outcomes} {...shown} />
        )}
        {ACTS[act].note && !isOver && (
          <Textarea
            label={ACTS[act].note}
            optional={act === 'approve'}
            value={note}
            maxLength={REASON_MAX_LENGTH}
            onChange={event => setNote(event.target.value)}
            error={noteError}
          />
        )}
        {items.length === 1 && <p className="text-[0.8125rem] text-muted">{said}</p>}
        {decision.error && <Notice tone="negative">{decision.error}</Notice>}
      </form>
    </Dialog>
  )
}

/** Calculated again when it is opened: the state may have changed since it was submitted. */
function useOpened(items: readonly Approval[]): Opened[] {
  const details = useEach(
    approvalApi.approvalGet,
    items.map(({ id }) => ({ id })),
  )
  return items.map((item, at) => {
    const { data: detail, error } = details[at] ?? {}
    const blocked = detail ? detail.blocked : item.blocked
    return {
      item,
      shown: detail ?? item,
      detail,
      problem: blocked ? BLOCKED[blocked] : undefined,
      stale: detail?.refusal ?? undefined,
      error: detail ? undefined : error?.message,
    }
  })
}

type Decision = { note: string; confirmed: ReadonlySet<string> }

/** One after the other: what cannot be decided does not stop the rest. */
function useDecision(act: ApprovalAct, onClose: () => void) {
  const approve = useAct(approvalApi.approvalApprove)
  const decline = useAct(approvalApi.approvalDecline)
  const withdraw = useAct(approvalApi.approvalWithdraw)
  const client = useQueryClient()
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const send = ({ item: { id }, detail }: Opened, { note, confirmed }: Decision): Promise<unknown> => {
    if (act === 'approve')
      return approve.mutateAsync({
        id,
        ...(note ? { note } : {}),
        ...(detail ? { effect: detail.effect } : {}),
        confirmed: (detail?.warnings ?? [])
          .map(warning => warning.id)
          .filter(warning => confirmed.has(warningKey(id, warning))),
      })
    return act === 'decline' ? decline.mutateAsync({ id, note }) : withdraw.mutateAsync({ id })
  }
  const decide = async (items: readonly Opened[], decision: Decision): Promise<void> => {
    if (isPending) return
    setPending(true)
    setError(undefined)
    for (const each of items) {
      const { item } = each
      const done = act === 'approve' ? `${ACTS.approve.done} ${nextOf(item.command)}`.trim() : ACTS[act].done
      try {
        await send(each, decision)
        if (items.length === 1 && outcomes.size === 0) {
          const to = item.subjectType === 'user' ? undefined : recordPath(item)
          toast('success', done, act === 'approve' && to ? { link: { title: 'Open record', to } } : {})
          return onClose()
        }
        setOutcomes(before => new Map(before).set(item.id, { isDone: true, text: done }))
      } catch (problem) {
        // what the server refuses may have changed: it is read again before the next attempt
        void client.invalidateQueries({ queryKey: queryKey(approvalApi.approvalGet, { id: item.id }) })
        const text = problem instanceof Error ? problem.message : String(problem)
        if (items.length === 1 && outcomes.size === 0) setError(text)
        else setOutcomes(before => new Map(before).set(item.id, { isDone: false, text }))
      }
    }
    setPending(false)
  }
  return { decide, isPending, error, outcomes }
}

const blockedOf = (opened: readonly Opened[]): string | undefined =>
  opened.every(each => each.problem) ? opened[0]?.problem : undefined

function offReason(
  act: ApprovalAct,
  opened: readonly Opened[],
  undecided: readonly Opened[],
  confirmed: ReadonlySet<string>,
): string | undefined {
  if (act === 'withdraw') return undefined
  if (undecided.length === 0) return blockedOf(opened) ?? 'Every item has been decided.'
  if (act === 'decline') return undefined
  const stale = undecided.find(each => each.stale)
  if (stale) return opened.length === 1 ? stale.stale : `${stale.item.title}: ${stale.stale}`
  if (undecided.some(each => each.error)) return 'The item could not be loaded. Close it and try again.'
  if (undecided.some(each => !each.detail)) return 'Loading the item.'
  const open = undecided
    .flatMap(({ item, detail }) => (detail?.warnings ?? []).map(warning => warningKey(item.id, warning.id)))
    .filter(key => !confirmed.has(key)).length
  return unconfirmedReason(open)
}
