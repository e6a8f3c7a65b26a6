import type { ApiError } from '../../api.ts'
import { todayInLagos } from '../../parts/today.ts'
import { Button } from '../../ui/Button.tsx'
import { Input, Textarea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { Problems } from './draft.ts'

export type When = { effectiveOn: string; reason: string }

type Props = {
  when: When
  onWhen: (when: When) => void
  problems: Problems
  unplaced: readonly string[]
  refusal: ApiError | undefined
  pending: boolean
  /** Another person has to approve it. */
  isAsked: boolean
  isDirty: boolean
  onCancel: () => void
}

/** From which day, why, and the button: the end of every form that changes a setting. */
export function ChangeFooter({ when, onWhen, problems, unplaced, refusal, pending, ...rest }: Props) {
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-5">
      <div className="grid gap-4 sm:grid-cols-[12rem_1fr]">
        <Input
          label="In force from"
          type="date"
          name="effectiveOn"
          min={todayInLagos()}
          value={when.effectiveOn}
          onChange={event => onWhen({ ...when, effectiveOn: event.target.value })}
          error={problems.effectiveOn}
        />
        <Textarea
          label="Reason"
          name="reason"
          rows={1}
          maxLength={500}
          placeholder="Why, and who decided it"
          value={when.reason}
          onChange={event => onWhen({ ...when, reason: event.target.value })}
          error={problems.reason}
        />
      </div>
      {unplaced.map(problem => (
        <Notice key={problem} tone="negative">
          {problem}
        </Notice>
      ))}
      {refusal && <Notice tone="negative">{refusal.message}</Notice>}
      {rest.isAsked && (
        <p className="text-[0.8125rem] text-muted">Another person approves this before it takes effect.</p>
      )}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button onClick={rest.onCancel}>Cancel</Button>
        <Button
          look="primary"
          type="submit"
          pending={pending}
          disabledReason={rest.isDirty ? undefined : 'Nothing has been changed yet.'}
        >
          {rest.isAsked ? 'Ask for approval' : 'Save'}
        </Button>
      </div>
    </div>
  )
}
