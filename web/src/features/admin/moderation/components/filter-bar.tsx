import { Flex, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminWeekendsQuery } from '../../base/api/admin-queries.ts'
import { chatValue, type Filters } from '../api/filters.ts'

/** Longer than a pause while typing, in ms. */
const DEBOUNCE_MS = 300

type Props = {
  weekend: Weekend
  filters: Filters
  /** Name of a chat that was selected from the list and is not an option of the select. */
  chatName: string | undefined
  onChoose(choice: { chat?: string; q?: string }): void
}

/** Selects the chat and the search text. */
export const FilterBar = ({ weekend, filters, chatName, onChoose }: Props) => {
  const [typed, type] = useState(filters.q ?? '')
  const search = useDebouncedCallback((q: string) => onChoose({ q }), DEBOUNCE_MS)
  const chat = chatValue(filters)
  const weekends = useQuery(adminWeekendsQuery).data ?? [weekend]
  const activeWeekends = weekends.filter(({ id }) => id === weekend.id)
  const otherWeekends = weekends.filter(({ id }) => id !== weekend.id).toReversed()
  const options = [
    { value: '', label: 'All chats' },
    { value: 'weekend', label: 'Race Chat of all weekends' },
    { value: 'group', label: 'Group chats' },
    ...[...activeWeekends, ...otherWeekends].map(({ id, name }) => ({
      value: `weekend-${id}`,
      label: `Race Chat: ${name}`,
    })),
  ]
  const isListed = options.some(({ value }) => value === chat)
  return (
    <Flex gap={8} direction={{ base: 'column', sm: 'row' }} p={0}>
      <NativeSelect
        aria-label="Chat"
        w={{ base: '100%', sm: 260 }}
        value={chat}
        data={isListed ? options : [...options, { value: chat, label: chatName ?? 'One chat' }]}
        onChange={({ currentTarget }) => onChoose({ chat: currentTarget.value })}
      />
      <TextInput
        type="search"
        aria-label="Search messages and names"
        placeholder="Search messages and names"
        w={{ base: '100%', sm: 250 }}
        maxLength={100}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          type(value)
          search(value.trim())
        }}
      />
    </Flex>
  )
}
