import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

/**
 * A tab, a panel or a dialog that is fetched when it is first shown, so that the page does not wait for it.
 * What has a place on the page keeps it with `waiting`; a dialog has none and needs nothing.
 * One that cannot be fetched says so in its place and is asked for again: the page, and what is typed in it, stays.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = null,
): ComponentType<P> {
  let isMissing = false
  const fetched = () =>
    lazy(async () => {
      try {
        return { default: (await load()) as ComponentType<object> }
      } catch (error) {
        isMissing = true
        throw error
      }
    })
  let Part = fetched()
  const Newest = (props: P): ReactNode => <Part {...props} />
  return function LazyPart(props: P) {
    return (
      <PartBoundary
        isFloating={waiting === null}
        onFailed={() => {
          // React never asks again for what it failed to get once; what came and broke is not fetched anew
          if (isMissing) Part = fetched()
          isMissing = false
        }}
      >
        <Suspense fallback={waiting}>
          <Newest {...props} />
        </Suspense>
      </PartBoundary>
    )
  }
}

type BoundaryProps = { children: ReactNode; isFloating: boolean; onFailed: () => void }

class PartBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  readonly tryAgain = (): void => {
    window.removeEventListener('online', this.tryAgain)
    this.setState({ hasFailed: false })
  }

  override componentDidCatch(): void {
    this.props.onFailed()
    if (!navigator.onLine) window.addEventListener('online', this.tryAgain)
  }

  override componentWillUnmount(): void {
    window.removeEventListener('online', this.tryAgain)
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    // a dialog has no place of its own: its words come where no page hides them
    return (
      <div className={this.props.isFloating ? 'fixed inset-x-4 bottom-4 z-40 mx-auto max-w-lg' : 'my-3'}>
        <Notice
          tone="negative"
          title="This part could not be loaded"
          action={
            <Button size="small" onClick={this.tryAgain}>
              Try again
            </Button>
          }
        >
          {navigator.onLine
            ? 'The connection was lost, or a newer version was installed. If this remains, save your work and reload the page.'
            : 'You are offline. It opens automatically when you are online again.'}
        </Notice>
      </div>
    )
  }
}
