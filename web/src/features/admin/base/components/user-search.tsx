import { Box, Button, Flex, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { displayName } from '@purple-sector/contracts/identity/display-name'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf } from '../../../../client/api/api.ts'
import { Avatar } from '../../../../ui/racing/avatar.tsx'
import { plural } from '../../../../ui/time/format.ts'
import { foundDetails } from '../../../groups/api/invite-labels.ts'
import { SEARCH_FROM, userSearchQuery } from '../../../groups/api/invite-queries.ts'
import { useUser } from '../../../session/user-query.ts'

const DEBOUNCE_MS = 300

export type FoundPerson = { userId: string; name: string }

/**
 * Search field for a user by name. The search never returns the caller, so they are offered before anything is typed.
 */
export const UserSearch = ({ label, onChoose }: { label: string; onChoose(person: FoundPerson): void }) => {
  const [typed, type] = useState('')
  const [text] = useDebouncedValue(typed.trim(), DEBOUNCE_MS)
  const me = useUser()
  const isSearch = text.length >= SEARCH_FROM && typed.trim().length >= SEARCH_FROM
  const search = useQuery({ ...userSearchQuery(text), placeholderData: keepPreviousData })
  const people = isSearch ? (search.data ?? []) : me ? [me] : []
  // The caller is shown by email address while they have no name.
  const nameOf = (person: (typeof people)[number]): string =>
    me && person.id === me.id && !me.username && !me.firstName ? me.email : displayName(person)
  const choose = (person: (typeof people)[number]): void => {
    type('')
    onChoose({ userId: person.id, name: nameOf(person) })
  }
  const describe = (): string => {
    if (!isSearch) return `Type at least ${SEARCH_FROM} characters of a name.`
    if (search.error) return reasonOf(search.error)
    if (!search.data || search.isPlaceholderData) return ''
    return people.length === 0 ? `No one matches “${text}”.` : `${plural(people.length, 'fan')} found.`
  }
  return (
    <search aria-label={label}>
      <TextInput
        label={label}
        type="search"
        placeholder="Username, name or team"
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      <Text variant="note" mt={6} mih={17} role="status">
        {describe()}
      </Text>
      {people.length > 0 && (
        <Flex component="ul" direction="column" mt={4} aria-label="Fans found">
          {people.map((person) => {
            const name = nameOf(person)
            const details = person.id === me?.id ? 'You' : foundDetails(person)
            return (
              <li key={person.id}>
                <Button
                  variant="quiet"
                  fullWidth
                  justify="flex-start"
                  h={44}
                  px={8}
                  leftSection={<Avatar name={name} of={person} size="sm" />}
                  onClick={() => choose(person)}
                >
                  <Box component="b" className="ps-clip" c="var(--ps-ink)" fz={14} fw={560} dir="auto">
                    {name}
                  </Box>
                  {details !== '' && (
                    <Text span variant="note" truncate ml={10}>
                      {details}
                    </Text>
                  )}
                </Button>
              </li>
            )
          })}
        </Flex>
      )}
    </search>
  )
}
