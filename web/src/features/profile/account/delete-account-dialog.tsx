import { Box, Button, Text, TextInput } from '@mantine/core'
import type { User } from '@purple-sector/contracts/identity/http'
import { type ReactNode, useId } from 'react'
import { useServerForm } from '../../../client/api/use-server-form.ts'
import { AsyncButton } from '../../../ui/controls/async-button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useDeleteAccount, wrongPassword } from '../api/account-queries.ts'

const NOTHING_WRONG = () => ({})
const BULLETS = { listStyle: 'disc' }

const Bullets = ({ children }: { children: ReactNode }) => (
  <Box component="ul" mt={6} pl={18} fz={13.5} style={BULLETS}>
    {children}
  </Box>
)

/** Explains which data is deleted and which stays, and asks for proof: the deletion cannot be undone. */
export const DeleteAccountDialog = ({ user, onClose }: { user: User; onClose(): void }) => {
  const id = useId()
  const form = useServerForm({ proof: '' }, NOTHING_WRONG, {
    WRONG_PASSWORD: 'proof',
    password: 'proof',
    confirm: 'proof',
  })
  const remove = useDeleteAccount()
  const name = user.username ?? user.email
  const { proof } = form.values
  const isProved = user.hasPassword ? proof !== '' : proof === name
  const isBusy = remove.isPending || remove.isSuccess
  const send = form.onSubmit(() => {
    if (isProved && !isBusy)
      remove.mutate(user.hasPassword ? { password: proof } : { confirm: proof }, { onError: form.refuse })
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Delete my account?"
      stays
      foot={
        <>
          <Button variant="outline" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <AsyncButton type="submit" form={id} variant="danger" disabled={!isProved} loading={isBusy}>
            {isBusy ? 'Deleting...' : 'Delete my account'}
          </AsyncButton>
        </>
      }
    >
      <Text inherit c="dimmed">
        This can’t be undone, and no one can bring your account back.
      </Text>
      <Box component="h3" className="ps-label" mt={16}>
        What goes
      </Box>
      <Bullets>
        <li>Your name, email, profile, avatar and theme, and every sign-in</li>
        <li>Groups you created pass to the longest-standing member, or go with you</li>
      </Bullets>
      <Box component="h3" className="ps-label" mt={14}>
        What stays, as “Anonymous”
      </Box>
      <Bullets>
        <li>Your tips and points on the leaderboards</li>
        <li>Your messages in the chats</li>
      </Bullets>
      <Box component="form" id={id} mt={16} noValidate onSubmit={send}>
        {user.hasPassword ? (
          <TextInput
            label="Your password"
            type="password"
            autoComplete="current-password"
            {...form.getInputProps('proof')}
            error={form.errors.proof && (wrongPassword(remove.error) ?? form.errors.proof)}
          />
        ) : (
          <TextInput
            label={`Type ${name} to delete the account`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('proof')}
          />
        )}
      </Box>
    </Dialog>
  )
}
