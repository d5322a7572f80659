import { Badge, Box, Flex, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Group } from '@purple-sector/contracts/groups/http'
import { displayName } from '@purple-sector/contracts/identity/display-name'
import type { FoundUser } from '@purple-sector/contracts/identity/http'
import { IconUserPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { hasCode } from '../../../client/api/api.ts'
import { Icon } from '../../../ui/base/icon.tsx'
import { useFocusFallback } from '../../../ui/base/use-focus-fallback.ts'
import { AsyncButton } from '../../../ui/controls/async-button.tsx'
import { Avatar } from '../../../ui/racing/avatar.tsx'
import { plural } from '../../../ui/time/format.ts'
import { useUser } from '../../session/user-query.ts'
import { foundDetails } from '../api/invite-labels.ts'
import { SEARCH_FROM, sentInvitationsQuery, useInviteUser, userSearchQuery } from '../api/invite-queries.ts'

const DEBOUNCE_MS = 300

/** Labels by error code for a user who cannot be invited again. */
const REJECTION_LABELS = { ALREADY_INVITED: 'Already invited', ALREADY_MEMBER: 'Already a member' } as const

const rejectionLabelOf = (error: Error | null): string | undefined =>
  Object.entries(REJECTION_LABELS).find(([code]) => hasCode(error, code))?.[1]

const Found = ({ user, group }: { user: FoundUser; group: Group }) => {
  const invite = useInviteUser(group)
  const name = displayName(user)
  const details = foundDetails(user)
  const rejection = rejectionLabelOf(invite.error)
  const sentInvitations = useQuery(sentInvitationsQuery(group.id)).data
  // A withdrawn invitation can be sent again.
  const isInvited = invite.isSuccess && (!sentInvitations || sentInvitations.some(({ id }) => id === invite.data.id))
  return (
    <Flex component="li" align="center" gap={12} mih={56} py={8}>
      <Avatar name={name} of={user} />
      <div className="ps-fill ps-lines">
        <b dir="auto">{name}</b>
        {details !== '' && (
          <Text span variant="note">
            {details}
          </Text>
        )}
      </div>
      {isInvited || rejection !== undefined ? (
        <Badge variant={isInvited ? 'green' : 'neutral'}>{rejection ?? 'Invited'}</Badge>
      ) : (
        <AsyncButton
          variant="outline"
          size="sm"
          leftSection={<Icon icon={IconUserPlus} size={16} />}
          loading={invite.isPending}
          aria-label={`Invite ${name}`}
          onClick={() => invite.mutate(user)}
        >
          {invite.isPending ? 'Inviting...' : 'Invite'}
        </AsyncButton>
      )}
    </Flex>
  )
}

/** Moves the focus between the field and the results with the up and down keys. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')]
  const next = stops[stops.findIndex((stop) => stop.matches(':focus')) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Describes the search result; '' while searching and after an error. */
const resultOf = (text: string, foundUsers: readonly FoundUser[] | undefined): string => {
  if (text.length < SEARCH_FROM) return `Type at least ${SEARCH_FROM} characters.`
  if (!foundUsers) return ''
  return foundUsers.length === 0 ? `No one matches “${text}”.` : `${plural(foundUsers.length, 'fan')} found.`
}

/** Finds users by name and invites them. */
export const UserSearch = ({ group }: { group: Group }) => {
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), DEBOUNCE_MS)
  const me = useUser()
  const root = useFocusFallback<HTMLElement>('input')
  const isSearch = text.length >= SEARCH_FROM && typed.trim().length >= SEARCH_FROM
  const search = useQuery({ ...userSearchQuery(text), placeholderData: keepPreviousData })
  const foundUsers = isSearch ? search.data?.filter(({ id }) => id !== me?.id) : undefined
  return (
    <search ref={root} aria-label="Fans" onKeyDown={moveFocus}>
      <TextInput
        label="Find fans"
        placeholder="Username, name or team"
        autoComplete="off"
        maxLength={100}
        value={typed}
        data-autofocus
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Text variant="note" mt={6} mih={17} role="status">
        {resultOf(isSearch ? text : '', search.isPlaceholderData ? undefined : foundUsers)}
      </Text>
      {foundUsers && foundUsers.length > 0 && (
        <Box component="ul" className="ps-lined" mt={4} aria-label="Fans found">
          {foundUsers.map((user) => (
            <Found key={user.id} user={user} group={group} />
          ))}
        </Box>
      )}
    </search>
  )
}
