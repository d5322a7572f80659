import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { Page, PageHead } from '../../../ui/page.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/state.tsx'

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
