import type { Group } from '@purple-sector/contracts/groups/http'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { WAITING } from '../api/waiting.ts'

/** A dialog of a season group without a weekend. */
export const WaitingDialog = ({ group, onClose }: { group: Group; onClose(): void }) => (
  <Dialog opened onClose={onClose} title={group.name} size="md">
    <EmptyState order={3} title={WAITING} text="The group continues as soon as a round of its season is announced." />
  </Dialog>
)
