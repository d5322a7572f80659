import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { Page, PageHead } from '../../../ui/layout/page.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../ui/layout/state.tsx'

/** Placeholder for a future page. */
export const HistoryPage = () => (
  <Page>
    <PageHead title="History" />
    <Panel single flush>
      <EmptyState
        title="Coming Soon"
        text="Your stats from past weekends are on the analytics page."
        action={
          <Button component={Link} to="/analytics" variant="outline" size="sm">
            Performance analytics
          </Button>
        }
      />
    </Panel>
  </Page>
)
