import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/state.tsx'

/** In the place of a page for administrators. */
export const AccessDenied = ({ inWords = 'this page' }: { inWords?: string | undefined }) => (
  <Page>
    <EmptyState
      title="Access Denied"
      text={`You don't have permission to access ${inWords}.`}
      action={<ButtonLink to="/">Dashboard</ButtonLink>}
    />
  </Page>
)
