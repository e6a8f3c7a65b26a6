import { useEffect, useState } from 'react'
import { z } from 'zod/mini'
import { readDraft, saveDraft } from '../session.ts'
import { useCurrentUser } from './currentUser.ts'

type Name<V> = keyof V & string

type Options<V extends object> = {
  /** What the form says while nothing is typed. */
  initial: V
  /** Accepts what was saved: nothing else is restored from the storage. Texts, where no schema is given. */
  schema?: z.ZodMiniType<V>
  /** Version of the record that is typed over. */
  revision?: number
  /** False for values that must not be saved in the browser. That they were typed is saved. */
  isSavable?: (field: Name<V>, value: V[Name<V>]) => boolean
  /** The values worth saving, where that is less than what was changed. */
  toSave?: (values: V) => V
}
export type Draft<V extends object> = ReturnType<typeof useDraft<V>>

const TEXTS = z.record(z.string(), z.string())
/** Only fields that were changed, and the names of those that must be typed again. */
const SAVED = z.object({
  basedOn: z.number(),
  typed: z.record(z.string(), z.unknown()),
  withheld: z.array(z.string()),
})

/**
 * Values of a form, saved in this tab at every key: neither a session that times out nor a reload loses them. They are
 * restored on top of the record as it is then, and `isBehind` says that it is a newer version than the one typed over.
 */
export function useDraft<V extends object>(name: string, options: Options<V>) {
  const { initial, revision = 0, isSavable = () => true, toSave = now => now } = options
  const userId = useCurrentUser().id
  // a new record gets an id while the form is open; its draft stays under the name it began with
  const [{ key, found }] = useState(() => {
    const begunAs = `${name}.${userId}`
    return { key: begunAs, found: restore(begunAs, options) }
  })
  const [values, setValues] = useState<V>(() => ({ ...initial, ...found?.typed }))
  const [isRestored, setRestored] = useState(found !== undefined)
  const [unseen, setUnseen] = useState(found?.basedOn === revision ? undefined : found?.basedOn)
  const changed = changedFields(initial, values)
  const restored = changed.filter(field => found !== undefined && field in found.typed)
  // what is typed over the record as it is now needs no second look
  const isBehind = unseen !== undefined && restored.length > 0
  const basedOn = isBehind ? unseen : revision
  const typeAgain = isRestored ? (found?.withheld ?? []).filter(field => !changed.includes(field)) : []
  const withheld = [...typeAgain, ...changed.filter(field => !isSavable(field, values[field]))]
  const worth = toSave(values)
  const saved = changedFields(initial, worth).filter(field => !withheld.includes(field))
  const typed = Object.fromEntries(saved.map(field => [field, worth[field]]))
  const text = saved.length + withheld.length === 0 ? null : JSON.stringify({ basedOn, typed, withheld })
  useEffect(() => saveDraft(key, text), [key, text])
  return {
    values,
    setValues,
    isDirty: changed.length > 0,
    /** A draft of this person was found. */
    isRestored,
    /** The fields restored from it that still differ from the record. */
    restored,
    /** The fields that were typed and not saved. */
    typeAgain,
    /** It was typed over an older version, and the newer one was not looked at yet. */
    isBehind,
    basedOn,
    markSeen: (): void => setUnseen(undefined),
    startAgain: (): void => {
      setRestored(false)
      setUnseen(undefined)
      setValues(initial)
    },
    clear: (): void => saveDraft(key, null),
  }
}

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

const changedFields = <V extends object>(before: V, after: V): Name<V>[] =>
  (Object.keys(before) as Name<V>[]).filter(field => !isSame(before[field], after[field]))

function restore<V extends object>(key: string, { initial, schema }: Options<V>) {
  const saved = parse(readDraft(key))
  if (!saved) return undefined
  const whole = (schema ?? TEXTS).safeParse({ ...initial, ...saved.typed }).data as V | undefined
  if (!whole) return undefined
  // a field that says the same as the record was saved by somebody since
  const fields = changedFields(initial, whole)
  const withheld = saved.withheld.filter((name): name is Name<V> => Object.hasOwn(initial, name))
  if (fields.length + withheld.length === 0) return undefined
  const typed = Object.fromEntries(fields.map(field => [field, whole[field]])) as Partial<V>
  return { basedOn: saved.basedOn, typed, withheld }
}

function parse(text: string | null): z.output<typeof SAVED> | undefined {
  try {
    return SAVED.safeParse(JSON.parse(text ?? '')).data
  } catch {
    return undefined
  }
}
