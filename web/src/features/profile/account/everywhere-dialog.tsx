import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useSignOutEverywhere } from '../api/account-queries.ts'

/** Confirms signing out of every browser, including this one. */
export const EverywhereDialog = ({ onClose }: { onClose(): void }) => {
  const signOut = useSignOutEverywhere()
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => signOut.mutate()}
      title="Sign out everywhere?"
      text="You’ll be signed out of every browser, this one too. Your tips and groups stay as they are."
      confirm={signOut.isPending ? 'Signing out...' : 'Sign out everywhere'}
      busy={signOut.isPending || signOut.isSuccess}
    />
  )
}
