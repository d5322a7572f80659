import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { Page } from '../../ui/layout/page.tsx'
import { EmptyState } from '../../ui/layout/state.tsx'

/** Replaces a page for administrators when a fan without that right opens it. */
export const AccessDenied = ({ nameInSentence = 'this page' }: { nameInSentence?: string | undefined }) => (
  <Page>
    <EmptyState
      title="Access Denied"
      text={`You don't have permission to access ${nameInSentence}.`}
      action={
        <Button component={Link} to="/">
          Dashboard
        </Button>
      }
    />
  </Page>
)
