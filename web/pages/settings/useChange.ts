import { type FormEvent, useRef, useState } from 'react'
import type { Endpoint, Reply } from '../../../contract/endpoint.ts'
import { type ApiError, type Sent, useAct } from '../../api.ts'
import type { Problems } from './draft.ts'

type Options<E extends Endpoint> = {
  /** What would be sent, and what is wrong with it already. */
  prepare: () => { input: Sent<E>; problems: Problems }
  onDone: (reply: Reply<E>) => void
}

/** Sends a form whose fields lie deeper than its endpoint's: names are paths, such as `codes.3.label`. */
export function useChange<E extends Endpoint>(endpoint: E, { prepare, onDone }: Options<E>) {
  const act = useAct(endpoint)
  const element = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [unplaced, setUnplaced] = useState<readonly string[]>([])
  const [refusal, setRefusal] = useState<ApiError>()

  const show = (found: Problems): void => {
    const controls = [...(element.current?.elements ?? [])].filter(control => control instanceof HTMLElement)
    const named = new Set(controls.map(control => control.getAttribute('name') ?? ''))
    setProblems(found)
    setUnplaced([
      ...new Set(Object.keys(found).flatMap(name => (named.has(name) ? [] : (found[name] ?? [])))),
    ])
    controls.find(control => (control.getAttribute('name') ?? '') in found)?.focus()
  }
  const submit = (event?: FormEvent): void => {
    event?.preventDefault()
    if (act.isPending) return
    setRefusal(undefined)
    const { input, problems: found } = prepare()
    const all = { ...problemsOf(endpoint, input), ...found }
    show(all)
    if (Object.keys(all).length > 0) return
    act.mutate(input, {
      onSuccess: onDone,
      onError: error => {
        if (error.fields) show(error.fields)
        else setRefusal(error)
      },
    })
  }
  return {
    /** Spread on the form element. */
    form: { ref: element, onSubmit: submit, noValidate: true },
    problems,
    /** What is wrong with no field in particular. */
    unplaced,
    refusal,
    forgive: () => setRefusal(undefined),
    pending: act.isPending,
  }
}

function problemsOf(endpoint: Endpoint, input: unknown): Problems {
  const found: Problems = {}
  for (const issue of endpoint.input.safeParse(input).error?.issues ?? [])
    found[issue.path.join('.')] ??= issue.message
  return found
}
