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
  /** Another person has to approve it. */
  isAsked: boolean
  /** False where the form itself says why it was refused. */
  isRefusalShown: boolean
  onCancel: () => void
}

/** From which day, why, and the button: the end of every form that changes a setting. */
export function ChangeFooter({ change, isAsked, isRefusalShown, onCancel }: Props) {
  const { when, setWhen, errors, unplaced, message, pending, isDirty, saved } = change
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-5">
      <div className="grid gap-4 sm:grid-cols-[12rem_1fr]">
        <Input
          label="In force from"
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
          placeholder="Why, and who decided it"
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
      {isRefusalShown && message && unplaced.length === 0 && <Notice tone="negative">{message}</Notice>}
      {isAsked && (
        <p className="text-[0.8125rem] text-muted">Another person approves this before it takes effect.</p>
      )}
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
          disabledReason={isDirty ? undefined : 'Nothing has been changed yet.'}
        >
          {isAsked ? 'Ask for approval' : 'Save'}
        </Button>
      </div>
    </div>
  )
}
