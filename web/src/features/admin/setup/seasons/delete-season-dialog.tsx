import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { useState } from 'react'
import { reasonOf } from '../../../../client/api/api.ts'
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx'
import { ReasonField } from './reason-field.tsx'
import { needsReason, useDeleteSeason } from './season-mutations.ts'

type Props = { season: Season; opened: boolean; onClose(): void }

/** Confirms the deletion of a season; asks for a reason once it has started. */
export const DeleteSeasonDialog = ({ season, opened, onClose }: Props) => {
  const remove = useDeleteSeason()
  const [reason, setReason] = useState('')
  const asksReason = needsReason(remove.error) || reason !== ''
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => remove.mutate({ season, reason }, { onSuccess: onClose })}
      title={`Delete ${season.name}?`}
      text="Its weekends stay, with their tips and results, and belong to no season. This cannot be undone."
      confirm={remove.isPending ? 'Deleting...' : 'Delete season'}
      busy={remove.isPending}
      disabled={asksReason && reason.trim() === ''}
    >
      {asksReason && (
        <ReasonField
          mt={12}
          description="This season has started. The audit log keeps your reason."
          value={reason}
          error={needsReason(remove.error) && reason === '' ? reasonOf(remove.error) : undefined}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  )
}
