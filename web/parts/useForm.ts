import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import type { Endpoint, Reply } from '../../contract/endpoint.ts'
import { type ActOptions, type ApiError, type Sent, useAct } from '../api.ts'
import type { Draft } from './useDraft.ts'

type Values = Record<string, unknown>
type Errors = Readonly<Record<string, string>>
type Changed = ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>

export type FormRules<E extends Endpoint, V extends Values> = {
  /** What is sent, when the form holds more or other fields than the endpoint takes. */
  toInput?: (values: V) => Sent<E>
  /** Rules between fields, such as "both passwords are the same". */
  check?: (values: V) => Partial<Record<string, string>>
  onDone: (reply: Reply<E>) => void
  /** Returns true when the refusal was dealt with and needs no message. */
  onRefused?: (error: ApiError, values: V) => boolean
  /** The form's name of what the contract calls `application.surname`, where the two differ. */
  fieldName?: (path: string) => string
} & ActOptions<E>
/** The values live in the form alone, or in a draft that survives a reload. */
type Start<V extends object> = { initial: V; draft?: undefined } | { initial?: undefined; draft: Draft<V> }
type FormOptions<E extends Endpoint, V extends Values> = FormRules<E, V> & Start<V>
export type Form<E extends Endpoint, V extends Values> = ReturnType<typeof useForm<E, V>>

const LOOK_FIRST = 'Look first at what changed since you typed this.'

/**
 * Sends one act. The contract checks what was typed, the server's answer is shown at the field it names, and the first
 * wrong field takes the focus. Deeper fields are named by path, such as `codes.3.label`.
 */
export function useForm<E extends Endpoint, V extends Values>(endpoint: E, options: FormOptions<E, V>) {
  const { draft, fieldName = path => path } = options
  const act = useAct(endpoint, options.instead ? { instead: options.instead } : {})
  const element = useRef<HTMLFormElement>(null)
  const [own, setOwn] = useState(options.initial as V)
  const [initial] = useState(own)
  const { values, setValues } = draft ?? { values: own, setValues: setOwn }
  const [errors, setErrors] = useState<Errors>({})
  const [unplaced, setUnplaced] = useState<readonly string[]>([])
  const [refusal, setRefusal] = useState<ApiError>()

  const set = <K extends keyof V & string>(name: K, value: V[K]): void => {
    setValues(now => ({ ...now, [name]: value }))
    setErrors(({ [name]: _, ...others }) => others)
  }
  /** Shows each error at its field; true when at least one has a field. */
  const show = (named: Errors): boolean => {
    const found = Object.fromEntries(Object.entries(named).map(([path, text]) => [fieldName(path), text]))
    const controls = [...(element.current?.elements ?? [])].filter(control => control instanceof HTMLElement)
    const names = new Set(controls.map(control => control.getAttribute('name') ?? ''))
    const isPlaced = (name: string): boolean => name in values || names.has(name)
    setErrors(found)
    setUnplaced([...new Set(Object.entries(found).flatMap(([name, text]) => (isPlaced(name) ? [] : text)))])
    controls.find(control => (control.getAttribute('name') ?? '') in found)?.focus()
    return Object.keys(found).some(isPlaced)
  }
  const submit = (event?: FormEvent): void => {
    event?.preventDefault()
    if (act.isPending) return
    setRefusal(undefined)
    const input = options.toInput ? options.toInput(values) : (values as Sent<E>)
    const found = { ...contractErrors(endpoint, input), ...given(options.check?.(values) ?? {}) }
    show(found)
    if (Object.keys(found).length > 0) return
    act.mutate(input, {
      onSuccess: reply => {
        draft?.clear()
        options.onDone(reply)
      },
      onError: error => {
        if (options.onRefused?.(error, values)) return
        if (!show(error.fields ?? {})) setRefusal(error)
      },
    })
  }
  /** Spread on an Input, PasswordInput, Select or Textarea. */
  const field = <K extends keyof V & string>(name: K) => ({
    name,
    value: String(values[name] ?? ''),
    onChange: (event: Changed) => set(name, event.target.value as V[K]),
    error: errors[name],
  })
  const isDirty = draft ? draft.isDirty : Object.keys(values).some(name => values[name] !== initial[name])
  return {
    /** Spread on the form element. */
    form: { ref: element, onSubmit: submit, noValidate: true },
    field,
    values,
    set,
    errors,
    /** Errors of fields that the form does not show. */
    unplaced,
    /** The server's refusal of the whole, not of one field. */
    refusal,
    message: refusal?.message,
    dismissRefusal: (): void => setRefusal(undefined),
    pending: act.isPending,
    isDirty,
    /** Why it cannot be sent yet. */
    disabledReason: draft?.isBehind ? LOOK_FIRST : undefined,
    /** Spread on an UnsavedGuard beside the form. */
    guard: { when: isDirty && !act.isPending, ...(draft ? { onLeave: draft.clear } : {}) },
  }
}

const given = (found: Partial<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1])))

/** The first error of each field, by the contract's own rules. */
function contractErrors(endpoint: Endpoint, input: unknown): Record<string, string> {
  const found: Record<string, string> = {}
  for (const issue of endpoint.input.safeParse(input).error?.issues ?? [])
    found[issue.path.join('.')] ??= issue.message
  return found
}
