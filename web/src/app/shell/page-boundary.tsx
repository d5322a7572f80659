import { Component, type ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import { ErrorState } from '../../ui/state.tsx'

/** What browsers, and the build where it fetches styles, say of a file that did not arrive: with its address, and for nobody. */
const NOT_ARRIVED = /dynamically imported module|module script failed|Unable to preload/

const wordsOf = ({ message }: Error): string => (NOT_ARRIVED.test(message) ? 'Part of it didn’t arrive.' : message)

/** A page that breaks, or whose script does not arrive, leaves the rest of the app standing. `page` names it. */
export class PageBoundary extends Component<{ page: string; children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidUpdate(before: { page: string }) {
    if (before.page !== this.props.page && this.state.error) this.setState({ error: null })
  }

  override render() {
    if (!this.state.error) return this.props.children
    return (
      <Page>
        <ErrorState
          title="Couldn’t load this page"
          message={wordsOf(this.state.error)}
          onRetry={() => window.location.reload()}
        />
      </Page>
    )
  }
}
