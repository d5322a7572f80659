import { Component, type ReactNode } from 'react'
import { Page } from '../../ui/layout/page.tsx'
import { ErrorState } from '../../ui/layout/state.tsx'

/** Matches the technical messages of browsers, and of the build for styles, about a file that failed to load. */
const NOT_ARRIVED = /dynamically imported module|module script failed|Unable to preload/

const toUserMessage = ({ message }: Error): string =>
  NOT_ARRIVED.test(message) ? 'Part of it didn’t arrive.' : message

/**
 * Error boundary of a page: an error, or a script that fails to load, leaves the rest of the app usable. `page`
 * identifies it.
 */
export class PageBoundary extends Component<{ page: string; children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidUpdate(previous: { page: string }) {
    if (previous.page !== this.props.page && this.state.error) this.setState({ error: null })
  }

  override render() {
    if (!this.state.error) return this.props.children
    return (
      <Page>
        <ErrorState
          title="Couldn’t load this page"
          message={toUserMessage(this.state.error)}
          onRetry={() => window.location.reload()}
        />
      </Page>
    )
  }
}
