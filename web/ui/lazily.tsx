import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

/**
 * A tab, a panel or a dialog that is fetched when it is first shown, so that the page does not wait for it.
 * What has a place on the page keeps it with `waiting`; a dialog has none and needs nothing.
 */
export function lazily<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
): ComponentType<P> {
  const Part = lazy(async () => ({ default: (await load()) as ComponentType<object> }))
  return function Lazily(props: P) {
    return (
      <Suspense fallback={waiting}>
        <Part {...props} />
      </Suspense>
    )
  }
}
