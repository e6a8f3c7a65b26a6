import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import type { Endpoint, Reply } from '../../contract/endpoint.ts'
import { type ApiError, type Sent, useAct } from '../api.ts'

type Values = Record<string, unknown>
type Changed = ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>

export type ActFormOptions<E extends Endpoint, V extends Values> = {
  initial: V
  /** What is sent, when the form holds more or other fields than the endpoint takes. */
  toInput?: (values: V) => Sent<E>
  /** Rules between fields, such as "both passwords are the same". */
  check?: (values: V) => Partial<Record<keyof V & string, string>>
  onDone: (reply: Reply<E>) => void
  /** Return true when the refusal was dealt with and needs no message. */
  onRefused?: (error: ApiError, values: V) => boolean
  /** The form's name of what the contract calls `application.surname`, where the two differ. */
  fieldName?: (path: string) => string
}

/**
 * A form that performs one act. The contract checks what was typed, the server's answer lands on the field
 * it names, the first wrong field takes the focus, and nothing typed is ever lost.
 */
export function useActForm<E extends Endpoint, V extends Values>(endpoint: E, options: ActFormOptions<E, V>) {
  const act = useAct(endpoint)
  const element = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(options.initial)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [message, setMessage] = useState<string>()

  const set = <K extends keyof V & string>(name: K, value: V[K]): void => {
    setValues(now => ({ ...now, [name]: value }))
    setErrors(({ [name]: _, ...others }) => others)
  }
  const show = (named: Readonly<Record<string, string>>): void => {
    const found = renamed(named, options.fieldName)
    setErrors(found)
    const first = [...(element.current?.elements ?? [])].find(
      control => control instanceof HTMLElement && (control.getAttribute('name') ?? '') in found,
    )
    if (first instanceof HTMLElement) first.focus()
  }
  const submit = (event?: FormEvent): void => {
    event?.preventDefault()
    if (act.isPending) return
    setMessage(undefined)
    const input = options.toInput ? options.toInput(values) : (values as Sent<E>)
    const found = { ...problems(endpoint, input), ...given(options.check?.(values) ?? {}) }
    show(found)
    if (Object.keys(found).length > 0) return
    act.mutate(input, {
      onSuccess: options.onDone,
      onError: error => {
        if (options.onRefused?.(error, values)) return
        const named = Object.keys(renamed(error.fields ?? {}, options.fieldName)).some(name => name in values)
        if (named) show(error.fields ?? {})
        else setMessage(error.message)
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
  return {
    /** Spread on the form element. */
    form: { ref: element, onSubmit: submit, noValidate: true },
    field,
    values,
    set,
    errors,
    /** What the server said about the whole, not one field. */
    message,
    pending: act.isPending,
    submit,
  }
}

const renamed = (
  found: Readonly<Record<string, string>>,
  fieldName: (path: string) => string = path => path,
): Record<string, string> =>
  Object.fromEntries(Object.entries(found).map(([path, message]) => [fieldName(path), message]))

const given = (found: Partial<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1])))

/** The first thing wrong with each field, by the contract's own rules. */
function problems(endpoint: Endpoint, input: unknown): Record<string, string> {
  const checked = endpoint.input.safeParse(input)
  const found: Record<string, string> = {}
  for (const issue of checked.error?.issues ?? []) found[issue.path.join('.')] ??= issue.message
  return found
}
