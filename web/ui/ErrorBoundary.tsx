import { Component, type ReactNode } from 'react'
import { ErrorState } from './ErrorState.tsx'

/** A page that breaks, or whose code was replaced by a newer version, takes only itself down. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <ErrorState
        title="This page could not be shown"
        message="A newer version may have been installed, or your connection was lost. Reload to try again."
        onRetry={() => window.location.reload()}
        retryLabel="Reload"
      />
    )
  }
}
