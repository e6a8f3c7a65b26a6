import { FilePen } from 'lucide-react'
import { may, rolesNamed } from '../../../../contract/roles.ts'
import { useCurrentUser } from '../../../parts/currentUser.ts'
import { type LoanRequest, QUEUES } from '../../../parts/requestWords.ts'
import { paths } from '../../../paths.ts'
import { Actions, Button } from '../../../ui/Button.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { useRecordActs } from '../../../ui/recordActs.ts'
import { useGuardedNavigate } from '../../../ui/useGuardedNavigate.ts'
import { DECISION_WORDS, DECISIONS, type Decision, whyNot } from './decisions.ts'

type Props = { request: LoanRequest; onDecide: (act: Decision) => void }

/** Fixed at the bottom. The reason a decision is blocked is shown as text, because a phone has no hover. */
export function DecisionBar({ request, onDecide }: Props) {
  const { stage } = request.row
  const { roles } = useCurrentUser()
  const acts = DECISIONS[stage]
  const isRejected = stage === 'rejected'
  const follow = useGuardedNavigate()
  const { id, reference } = request.row
  const edit = {
    id: 'edit',
    title: 'Edit and resubmit',
    disabledReason: whyNot(request, 'edit'),
    onSelect: () => follow(paths.rejectedRequestEdit(id)),
  }
  const decide = (act: Decision) => ({
    id: act,
    title: DECISION_WORDS[act].verb,
    disabledReason: whyNot(request, act),
    onSelect: () => onDecide(act),
  })
  useRecordActs(`Request ${reference}`, isRejected ? [edit] : acts.toReversed().map(decide))
  if (acts.length === 0 && !isRejected) return null
  const wished = isRejected ? 'edit' : acts[acts.length - 1]
  const reason = wished && whyNot(request, wished)
  const permission = QUEUES[stage].permission ?? 'request.edit'
  return (
    <section
      aria-label="Decision"
      className="sticky bottom-3 print:hidden z-10 mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-xl bg-raised px-4 py-3 shadow-float sm:px-5"
    >
      <p className="min-w-0 flex-1 basis-56 text-pretty text-muted max-sm:text-[0.8125rem]">
        {reason ?? READY[stage]}
        {!may(roles, permission) && ` Only ${rolesNamed(permission, 'and')} can decide.`}
      </p>
      <Actions>
        {acts.map(act => (
          <DecideButton key={act} act={act} reason={whyNot(request, act)} onDecide={onDecide} />
        ))}
        {isRejected && <EditButton id={id} reason={reason} />}
      </Actions>
    </section>
  )
}

const READY: Partial<Record<LoanRequest['row']['stage'], string>> = {
  reviewer: 'Ready for your decision. You can still change amount and tenor.',
  authorizer: 'Ready for your decision. Approval creates the loan immediately.',
  rejected: 'You can correct and resubmit this request to the reviewer.',
}

type ButtonProps = { act: Decision; reason: string | undefined; onDecide: (act: Decision) => void }

function DecideButton({ act, reason, onDecide }: ButtonProps) {
  const { verb, short = verb, key, look } = DECISION_WORDS[act]
  return (
    <Button look={look} disabledReason={reason} aria-keyshortcuts={key} onClick={() => onDecide(act)}>
      <span className="sm:hidden">{short}</span>
      <span className="max-sm:hidden">{verb}</span>
      <kbd
        aria-hidden
        className="hidden rounded border border-current/30 px-1 font-sans text-[0.6875rem] uppercase opacity-75 lg:inline"
      >
        {key}
      </kbd>
    </Button>
  )
}

function EditButton({ id, reason }: { id: string; reason: string | undefined }) {
  const icon = <FilePen aria-hidden size={16} />
  if (reason)
    return (
      <Button look="primary" icon={icon} disabledReason={reason}>
        Edit and resubmit
      </Button>
    )
  return (
    <LinkButton look="primary" icon={icon} to={paths.rejectedRequestEdit(id)}>
      Edit and resubmit
    </LinkButton>
  )
}
