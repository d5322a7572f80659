import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/state.tsx'

/** Replaces a page for administrators when a fan without that right opens it. */
export const AccessDenied = ({ nameInSentence = 'this page' }: { nameInSentence?: string | undefined }) => (
  <Page>
    <EmptyState
      title="Access Denied"
      text={`You don't have permission to access ${nameInSentence}.`}
      action={<ButtonLink to="/">Dashboard</ButtonLink>}
    />
  </Page>
)
