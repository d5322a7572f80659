import { Panel } from '../../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../../ui/layout/state.tsx'
import { SetupHead } from '../../base/components/setup-head.tsx'

/** Placeholder for a future tab. */
export const UsersTab = () => (
  <>
    <SetupHead title="Users" />
    <Panel single flush>
      <EmptyState title="User management coming soon" text="Until then, mute fans under Chat Moderation." />
    </Panel>
  </>
)
