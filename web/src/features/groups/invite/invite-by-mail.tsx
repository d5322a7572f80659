import { TextInput } from '@mantine/core'
import type { Group } from '@purple-sector/contracts/groups/http'
import { IconMail } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../client/api/api.ts'
import { AsyncButton } from '../../../ui/async-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { addressError } from '../api/invite-labels.ts'
import { useInviteByMail } from '../api/invite-queries.ts'
import classes from './invite-by-mail.module.css'

const fieldError = (error: Error | null): string | undefined =>
  error instanceof ApiError && error.status === 400 ? error.body?.issues?.[0]?.message : undefined

/** Invites an email address, with or without an account. */
export const InviteByMail = ({ group }: { group: Group }) => {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const invite = useInviteByMail(group)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const address = typed.trim()
    const wrong = addressError(address)
    setError(wrong)
    if (wrong !== undefined || invite.isPending) return
    invite.mutate(address, {
      onSuccess: () => setTyped(''),
      onError: (rejection) => setError(fieldError(rejection)),
    })
  }
  return (
    <form noValidate className={classes.form} onSubmit={send}>
      <TextInput
        label="Invite by email"
        type="email"
        autoComplete="off"
        placeholder="name@example.com"
        value={typed}
        error={error}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setError(undefined)
        }}
      />
      <AsyncButton type="submit" leftSection={<Icon icon={IconMail} size={16} />} loading={invite.isPending}>
        {invite.isPending ? 'Sending...' : 'Send invitation'}
      </AsyncButton>
    </form>
  )
}
