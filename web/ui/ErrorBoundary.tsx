import { Component, type ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'

type Failure = 'none' | 'offline' | 'broken'

const reload = (): void => window.location.reload()

/** A page that breaks, or whose code was replaced by a newer version, takes only itself down. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failure: Failure }> {
  override state: { failure: Failure } = { failure: 'none' }

  static getDerivedStateFromError(): { failure: Failure } {
    return { failure: navigator.onLine ? 'broken' : 'offline' }
  }

  override componentDidCatch(): void {
    // nothing was shown, so nothing typed is lost; pressing "Reload" without a line would lose the console as well
    if (!navigator.onLine) window.addEventListener('online', reload, { once: true })
  }

  override componentWillUnmount(): void {
    window.removeEventListener('online', reload)
  }

  override render(): ReactNode {
    switch (this.state.failure) {
      case 'none':
        return this.props.children
      case 'offline':
        return (
          <ErrorState
            title="You are offline"
            message="This page was not loaded before the connection was lost. It opens automatically when you are online again."
          />
        )
      case 'broken':
        return (
          <ErrorState
            title="This page could not be shown"
            message="A newer version may have been installed, or your connection was lost. Reload to try again."
            onRetry={reload}
            retryLabel="Reload"
          />
        )
    }
  }
}
