import { useState } from 'react'
import { z } from 'zod/mini'
import type { Endpoint, Reply } from '../../../contract/endpoint.ts'
import type { Sent } from '../../api.ts'
import { todayInLagos } from '../../parts/today.ts'
import { useDraft } from '../../parts/useDraft.ts'
import { useForm } from '../../parts/useForm.ts'
import type { When } from './ChangeFooter.tsx'
import type { Problems } from './draft.ts'

type Change<D> = { draft: D; when: When }

type Options<E extends Endpoint, D> = {
  /** Name of its draft, such as `setting.retirement`. */
  name: string
  /** The version to change; it may not be effective yet. */
  newest: { version: number; effectiveOn: string } | undefined
  /** First date that a change can have; today unless given. */
  earliest?: string
  start: () => D
  schema: z.ZodMiniType<D>
  /** The input to send, and its errors. */
  prepare: (change: Change<D>, basedOn: number) => { input: Sent<E>; problems: Problems }
  onDone: (reply: Reply<E>, when: When) => void
}

/**
 * Form of a setting change: values, effective date and reason. Sends the version it is based on,
 * so that the server can detect a newer one.
 */
export function useSettingForm<E extends Endpoint, D extends object>(endpoint: E, options: Options<E, D>) {
  const { newest, start, schema, prepare } = options
  const earliest = options.earliest ?? todayInLagos()
  const notTooEarly = (day: string): string => (day > earliest ? day : earliest)
  const [version, setVersion] = useState(newest?.version ?? 0)
  const [initial] = useState<Change<D>>(() => ({
    draft: start(),
    when: { effectiveOn: notTooEarly(newest?.effectiveOn ?? earliest), reason: '' },
  }))
  const isChanged = ({ draft }: Change<D>): boolean =>
    draft !== initial.draft && JSON.stringify(draft) !== JSON.stringify(initial.draft)
  const isTyped = (change: Change<D>): boolean => isChanged(change) || change.when.reason !== ''
  const saved = useDraft<Change<D>>(options.name, {
    initial,
    revision: version,
    // a draft may be restored on a later day
    schema: z.object({
      draft: schema,
      when: z.object({ effectiveOn: z.pipe(z.string(), z.transform(notTooEarly)), reason: z.string() }),
    }),
    toSave: change => (isTyped(change) ? change : initial),
  })
  const { values, setValues, basedOn } = saved
  const form = useForm(endpoint, {
    draft: saved,
    toInput: change => prepare(change, basedOn).input,
    check: change => prepare(change, basedOn).problems,
    onDone: reply => options.onDone(reply, values.when),
  })
  return {
    ...form,
    saved,
    draft: values.draft,
    setDraft: (next: (now: D) => D): void => setValues(now => ({ ...now, draft: next(now.draft) })),
    when: values.when,
    setWhen: (when: When): void => setValues(now => ({ ...now, when })),
    basedOn,
    /** Bases the change on the newer version after the user has seen it. */
    rebase: (seen: number): void => {
      setVersion(seen)
      saved.markSeen()
      form.dismissRefusal()
    },
    isDirty: isChanged(values),
    guard: { when: isTyped(values) && !form.pending, onLeave: saved.clear },
  }
}
