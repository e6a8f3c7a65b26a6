import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { keepWork, keptWork } from '../session.ts'
import { useCurrentUser } from './currentUser.ts'
import { readKept } from './readKept.ts'

type Options<V> = {
  /** Where the form begins when nothing was left in it. */
  fresh: () => V
  /** Whatever stands in the storage, only such values come back. */
  schema: z.ZodType<V>
  isTyped: (values: V) => boolean
  /** What of it may lie in the browser; all of it where nothing is said. */
  toKeep?: (values: V) => V
}

/**
 * What is typed into a long form, kept in this tab at every key: neither a session that ends by the clock nor a reload
 * costs the work. The form forgets it when it is saved, cancelled or left by choice.
 */
export function useKeptForm<V>(name: string, { fresh, schema, isTyped, toKeep }: Options<V>) {
  const userId = useCurrentUser().id
  // what the form stands on may move on under it; what was typed here stays under the name it began with
  const [{ key, kept, start }] = useState(() => {
    const begunAs = `${name}.${userId}`
    return { key: begunAs, kept: readKept(keptWork(begunAs), schema), start: fresh() }
  })
  const [values, setValues] = useState(kept ?? start)
  const [wasKept, setWasKept] = useState(kept !== undefined)
  const keeps = toKeep ? toKeep(values) : values
  const work = isTyped(keeps) ? JSON.stringify(keeps) : null
  useEffect(() => keepWork(key, work), [key, work])
  return {
    values,
    setValues,
    start,
    /** What this person left in the form stands in it again. */
    wasKept,
    startAfresh: (): void => {
      setWasKept(false)
      setValues(start)
    },
    forget: (): void => keepWork(key, null),
  }
}
