import { EmptyState } from '../../ui/state.tsx'
import { Panel } from '../../ui/wall.tsx'

/** What the fan was told. */
export const NotificationsTab = () => (
  <Panel single flush title="Your Notifications">
    <EmptyState
      order={3}
      title="No Notifications"
      text="You'll receive notifications about position changes and achievements here."
    />
  </Panel>
)
