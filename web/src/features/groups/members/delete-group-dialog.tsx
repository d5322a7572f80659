import type { Group } from '@purple-sector/contracts/groups/http'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useDeleteGroup } from '../api/group-mutations.ts'

/** Confirms the deletion of a group with everything in it. */
export const DeleteGroupDialog = ({ group, onClose }: { group: Group; onClose(): void }) => {
  const remove = useDeleteGroup()
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => remove.mutate(group, { onSuccess: onClose })}
      title="Delete Group"
      text="Are you sure you want to delete this group? This action cannot be undone."
      confirm={remove.isPending ? 'Deleting...' : 'Delete Group'}
      busy={remove.isPending}
    />
  )
}
