import { useEffect, useState } from 'react'
import { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import { keepWork, keptWork } from '../session.ts'
import { useCurrentUser } from './currentUser.ts'
import { readKept } from './readKept.ts'
import { type ActFormOptions, useActForm } from './useActForm.ts'

type Texts = Record<string, string>
type FieldOf<V> = keyof V & string

type Options<E extends Endpoint, V extends Texts> = ActFormOptions<E, V> & {
  /** Whose draft it is, such as `customer.<id>`. `initial` is what the form says while nothing is typed. */
  record: string
  revision: number
  /** What may lie in the browser, for whoever sits down next. */
  mayStay: (field: FieldOf<V>, text: string) => boolean
}

const LOOK_FIRST = 'Look first at what changed since you typed this.'

/** Only what was touched; of what may not lie in the browser, that it was typed. */
const EDIT = z.object({
  basedOn: z.number(),
  typed: z.record(z.string(), z.string()),
  untold: z.array(z.string()),
})

/**
 * The form of an act that changes a record. What is typed is kept in this tab until it is saved or left: neither a session
 * that ends by the clock nor a reload costs it. It comes back on top of the record as it stands then; where that is a newer
 * revision than the one it was typed over, the screen says so first.
 */
export function useEditForm<E extends Endpoint, V extends Texts>(endpoint: E, options: Options<E, V>) {
  const { record, revision, initial: start, mayStay } = options
  const key = `${record}.${useCurrentUser().id}`
  const [found] = useState(() => findEdit(key, start))
  const [wasKept, setWasKept] = useState(found !== undefined)
  const [unseen, setUnseen] = useState(found?.basedOn === revision ? undefined : found?.basedOn)
  const forget = (): void => keepWork(key, null)
  const form = useActForm(endpoint, {
    ...options,
    initial: { ...start, ...found?.typed },
    onDone: reply => {
      forget()
      options.onDone(reply)
    },
  })
  const { values, set } = form
  const fields = Object.keys(start) as FieldOf<V>[]
  const changed = fields.filter(field => values[field] !== start[field])
  const staying = changed.filter(field => mayStay(field, values[field] ?? ''))
  const back = changed.filter(field => found !== undefined && field in found.typed)
  // what is typed over the record as it stands now needs no second look
  const isBehind = unseen !== undefined && back.length > 0
  const typeAgain = wasKept ? (found?.untold ?? []).filter(field => !changed.includes(field)) : []
  const untold = [...typeAgain, ...changed.filter(field => !staying.includes(field))]
  const typed = Object.fromEntries(staying.map(field => [field, values[field]]))
  // that a number has to be typed again is said until it is typed, or until somebody starts afresh
  const work =
    changed.length + typeAgain.length === 0
      ? null
      : JSON.stringify({ basedOn: isBehind ? unseen : revision, typed, untold })
  useEffect(() => keepWork(key, work), [key, work])
  return {
    ...form,
    kept: {
      /** What this person left in the form stands in it again: these fields, and not those that have to be typed again. */
      wasKept,
      back,
      typeAgain,
      /** It was typed over an older revision, and nobody has looked at the newer one yet. */
      isBehind,
      whyNot: isBehind ? LOOK_FIRST : undefined,
      onSeen: (): void => setUnseen(undefined),
      startAfresh: (): void => {
        setWasKept(false)
        setUnseen(undefined)
        for (const field of fields) set(field, start[field])
      },
      forget,
    },
  }
}

/** What a screen says about it, by the names of its fields. */
export type KeptEdit<F extends string> = {
  back: readonly F[]
  typeAgain: readonly F[]
  isBehind: boolean
  onSeen: () => void
  startAfresh: () => void
}

function findEdit<V extends Texts>(key: string, start: V) {
  const kept = readKept(keptWork(key), EDIT)
  if (!kept) return undefined
  const isField = (name: string): name is FieldOf<V> => Object.hasOwn(start, name)
  // what says the same as the record does was saved meanwhile
  const typed: Texts = Object.fromEntries(
    Object.entries(kept.typed).filter(([name, text]) => isField(name) && text !== start[name]),
  )
  const untold = kept.untold.filter(isField)
  if (Object.keys(typed).length + untold.length === 0) return undefined
  return { basedOn: kept.basedOn, typed, untold }
}
