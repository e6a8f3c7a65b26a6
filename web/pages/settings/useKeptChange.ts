import { useState } from 'react'
import { z } from 'zod'
import { todayInLagos } from '../../parts/today.ts'
import { useKeptForm } from '../../parts/useKeptForm.ts'
import type { When } from './ChangeFooter.tsx'

/** What is being typed, from which day it shall hold and why, and the version it was typed over. */
type Change<D> = { basedOn: number; draft: D; when: When }

type Options<D> = {
  /** The version it starts from, 0 when there is none yet; its day may be still to come. */
  newest: { version: number; effectiveOn: string } | undefined
  start: () => D
  schema: z.ZodType<D>
}

/**
 * A change of a setting, kept in this tab until it is saved or left. It comes back with the version it was typed over: where
 * a newer one stands by now, what was typed is not lost, and does not undo the newer one unseen.
 */
export function useKeptChange<D>(name: string, { newest, start, schema }: Options<D>) {
  const version = newest?.version ?? 0
  const today = todayInLagos()
  const notBeforeToday = (day: string): string => (day > today ? day : today)
  const [started] = useState(start)
  const isOther = (draft: D): boolean =>
    draft !== started && JSON.stringify(draft) !== JSON.stringify(started)
  const { values, setValues, ...kept } = useKeptForm<Change<D>>(name, {
    fresh: () => ({
      basedOn: version,
      draft: started,
      when: { effectiveOn: notBeforeToday(newest?.effectiveOn ?? today), reason: '' },
    }),
    schema: z.object({
      basedOn: z.number().int().max(version),
      draft: schema,
      // a tab left open over midnight comes back on another day
      when: z.object({ effectiveOn: z.string().transform(notBeforeToday), reason: z.string() }),
    }),
    isTyped: typed => isOther(typed.draft) || typed.when.reason !== '',
  })
  const { basedOn, draft, when } = values
  return {
    ...kept,
    draft,
    setDraft: (next: (now: D) => D): void => setValues(now => ({ ...now, draft: next(now.draft) })),
    when,
    setWhen: (next: When): void => setValues(now => ({ ...now, when: next })),
    basedOn,
    /** What was typed stands on a newer version from now on: whoever typed it has seen what that one changed. */
    standOn: (seen: number): void => setValues(now => ({ ...now, basedOn: seen })),
    /** It came back over a version that is no longer the newest. */
    isBehind: kept.wasKept && basedOn < version,
    isDirty: isOther(draft),
  }
}
