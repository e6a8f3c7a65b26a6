import { todayInLagos } from '../../parts/today.ts'
import { Button } from '../../ui/Button.tsx'
import { Input, Textarea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { Problems } from './draft.ts'

export type When = { effectiveOn: string; reason: string }

type Props = {
  change: {
    when: When
    setWhen: (when: When) => void
    errors: Problems
    unplaced: readonly string[]
    message: string | undefined
    pending: boolean
    isDirty: boolean
    saved: { clear: () => void }
  }
  /** The change needs approval. */
  needsApproval: boolean
  /** False if the form itself shows the error. */
  isErrorShown: boolean
  onCancel: () => void
}

/** Effective date, reason and buttons of every settings form. */
export function ChangeFooter({ change, needsApproval, isErrorShown, onCancel }: Props) {
  const { when, setWhen, errors, unplaced, message, pending, isDirty, saved } = change
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-5">
      <div className="grid gap-4 sm:grid-cols-[12rem_1fr]">
        <Input
          label="Effective from"
          type="date"
          name="effectiveOn"
          min={todayInLagos()}
          value={when.effectiveOn}
          onChange={event => setWhen({ ...when, effectiveOn: event.target.value })}
          error={errors.effectiveOn}
        />
        <Textarea
          label="Reason"
          name="reason"
          rows={1}
          maxLength={500}
          placeholder="Reason, and who decided it"
          value={when.reason}
          onChange={event => setWhen({ ...when, reason: event.target.value })}
          error={errors.reason}
        />
      </div>
      {unplaced.map(problem => (
        <Notice key={problem} tone="negative">
          {problem}
        </Notice>
      ))}
      {isErrorShown && message && unplaced.length === 0 && <Notice tone="negative">{message}</Notice>}
      {needsApproval && <p className="text-[0.8125rem] text-muted">Needs approval before it takes effect.</p>}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button
          onClick={() => {
            saved.clear()
            onCancel()
          }}
        >
          Cancel
        </Button>
        <Button
          look="primary"
          type="submit"
          pending={pending}
          disabledReason={isDirty ? undefined : 'No changes yet.'}
        >
          {needsApproval ? 'Submit for approval' : 'Save'}
        </Button>
      </div>
    </div>
  )
}
