import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useSignOutEverywhere } from './account-queries.ts'

/** Asks before every browser is signed out, this one too. */
export const EverywhereDialog = ({ onClose }: { onClose(): void }) => {
  const signOut = useSignOutEverywhere()
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => signOut.mutate()}
      title="Sign out everywhere?"
      text="Every browser is signed out at once, this one too. Your tips and groups stay as they are."
      confirm={signOut.isPending ? 'Signing out...' : 'Sign Out Everywhere'}
      busy={signOut.isPending || signOut.isSuccess}
    />
  )
}
