import type { Group } from '@purple-sector/contracts/groups/http'
import type { ReactNode } from 'react'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { WAITING } from '../api/waiting.ts'

type Props = {
  group: Group
  /** Above the text: the choice of a past round. */
  choice?: ReactNode
  onClose(): void
}

/** A dialog of a season group without a weekend. */
export const WaitingDialog = ({ group, choice, onClose }: Props) => (
  <Dialog opened onClose={onClose} title={group.name} size="md" tabs={choice}>
    <EmptyState order={3} title={WAITING} text="The group continues as soon as a round of its season is announced." />
  </Dialog>
)
