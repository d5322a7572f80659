import { Stack, TextInput } from '@mantine/core'
import type { User } from '@purple-sector/contracts/identity/http'
import type { ChangeEvent } from 'react'
import { useServerForm } from '../../../client/api/use-server-form.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx'
import { useChangePassword, useMailPasswordLink, wrongPassword } from '../api/account-queries.ts'

type Props = { user: User; onClose(): void }
type Draft = { currentPassword: string; password: string; repeated: string }

const EMPTY: Draft = { currentPassword: '', password: '', repeated: '' }

const errorsOf = ({ currentPassword, password, repeated }: Draft): Partial<Draft> => ({
  ...(currentPassword === '' && { currentPassword: 'Please enter your current password' }),
  ...(password.length < 8 && { password: 'Password must be at least 8 characters' }),
  ...(password !== repeated && { repeated: 'The passwords don’t match' }),
})

/** Users who sign in by a provider prove by a mailed link that the account is theirs. */
const SetPassword = ({ user, onClose }: Props) => {
  const send = useMailPasswordLink(user.email)
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => send.mutate(undefined, { onSuccess: onClose })}
      title="Set a password"
      text={`You sign in through another provider. We’ll email ${user.email} a link to set a password. You’ll then be signed out everywhere and can sign in either way.`}
      confirm={send.isPending ? 'Sending...' : 'Send email'}
      destructive={false}
      busy={send.isPending}
    />
  )
}

const ChangePassword = ({ user, onClose }: Props) => {
  const form = useServerForm(EMPTY, errorsOf)
  const change = useChangePassword()
  const field = (name: keyof Draft) => {
    const { onChange, ...input } = form.getInputProps(name)
    return {
      ...input,
      type: 'password',
      name,
      onChange: (event: ChangeEvent) => {
        // The server's error was about the previous input.
        change.reset()
        onChange(event)
      },
    }
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Change password"
      isDirty={form.isDirty()}
      onSubmit={form.onSubmit(({ currentPassword, password }) =>
        change.mutate({ currentPassword, password }, { onSuccess: onClose, onError: form.refuse }),
      )}
      isBusy={change.isPending}
      send="Change password"
      busy="Changing..."
    >
      <Stack gap={14}>
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <TextInput
          label="Current password"
          autoComplete="current-password"
          data-autofocus
          {...field('currentPassword')}
          error={form.errors.currentPassword && (wrongPassword(change.error) ?? form.errors.currentPassword)}
        />
        <TextInput
          label="New password"
          autoComplete="new-password"
          maxLength={128}
          description="8 characters or more. You’ll be signed out in all other browsers."
          {...field('password')}
        />
        <TextInput label="Repeat new password" autoComplete="new-password" maxLength={128} {...field('repeated')} />
      </Stack>
    </FormDialog>
  )
}

export const PasswordDialog = (props: Props) =>
  props.user.hasPassword ? <ChangePassword {...props} /> : <SetPassword {...props} />
