import { type NavigateOptions, useSearchParams } from 'react-router'

/** One word of the address, and how to write it or take it out; the rest of the address stays. */
export function useUrlParam(
  name: string,
  options: NavigateOptions = {},
): [string | null, (value: string | undefined) => void] {
  const [params, setParams] = useSearchParams()
  const set = (value: string | undefined): void =>
    setParams(now => {
      const next = new URLSearchParams(now)
      if (value) next.set(name, value)
      else next.delete(name)
      return next
    }, options)
  return [params.get(name), set]
}
