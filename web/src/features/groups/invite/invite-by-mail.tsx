import { Flex, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Group } from '@purple-sector/contracts/groups/http'
import { IconMail } from '@tabler/icons-react'
import { ApiError } from '../../../client/api/api.ts'
import { Icon } from '../../../ui/base/icon.tsx'
import { AsyncButton } from '../../../ui/controls/async-button.tsx'
import { addressError } from '../api/invite-labels.ts'
import { useInviteByMail } from '../api/invite-queries.ts'

const fieldError = (error: Error | null): string | undefined =>
  error instanceof ApiError && error.status === 400 ? error.body?.issues?.[0]?.message : undefined

/** Invites an email address, with or without an account. */
export const InviteByMail = ({ group }: { group: Group }) => {
  const invite = useInviteByMail(group)
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (email) => addressError(email.trim()) },
  })
  const send = form.onSubmit(({ email }) => {
    if (invite.isPending) return
    invite.mutate(email.trim(), {
      onSuccess: form.reset,
      onError: (rejection) => form.setErrors({ email: fieldError(rejection) }),
    })
  })
  return (
    <form noValidate onSubmit={send}>
      <Flex
        className="ps-above ps-below"
        direction={{ base: 'column', sm: 'row' }}
        gap={8}
        px={{ base: 16, sm: 20 }}
        pt={{ base: 14, sm: 16 }}
        pb={{ base: 16, sm: 18 }}
        bg="var(--ps-sunken)"
      >
        <TextInput
          flex={{ sm: 1 }}
          label="Invite by email"
          type="email"
          autoComplete="off"
          placeholder="name@example.com"
          {...form.getInputProps('email')}
        />
        {/* Beside the field, below its label. */}
        <AsyncButton
          type="submit"
          leftSection={<Icon icon={IconMail} size={16} />}
          mt={{ base: 0, sm: 24 }}
          loading={invite.isPending}
        >
          {invite.isPending ? 'Sending...' : 'Send invitation'}
        </AsyncButton>
      </Flex>
    </form>
  )
}
