import type { User } from '@purple-sector/contracts/identity/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { weekendReply } from '@purple-sector/testing/replies'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../lib/query-client.ts'
import { userQuery } from '../session/user-query.ts'
import { ActiveWeekendProvider, useActiveWeekend } from './active-weekend.tsx'
import { currentWeekendQuery, weekendsQuery } from './weekend-queries.ts'

const [first, second, third] = [1, 2, 3].map((id) => weekendReply({ id, name: `Round ${id}` })) as [
  Weekend,
  Weekend,
  Weekend,
]

const Shown = () => {
  const { weekend, weekends, select } = useActiveWeekend()
  return (
    <>
      <p>{weekend?.name ?? 'none'}</p>
      {weekends.map(({ id }) => (
        <button key={id} type="button" onClick={() => select(id)}>
          choose {id}
        </button>
      ))}
    </>
  )
}

const show = ({
  weekends = [first, second, third],
  current = second as Weekend | null,
  preferred = null as number | null,
}) => {
  const client = createQueryClient()
  client.setQueryData(userQuery.queryKey, { preferredWeekendId: preferred } as User)
  client.setQueryData(weekendsQuery.queryKey, weekends)
  client.setQueryData(currentWeekendQuery.queryKey, current)
  render(
    <QueryClientProvider client={client}>
      <ActiveWeekendProvider>
        <Shown />
      </ActiveWeekendProvider>
    </QueryClientProvider>,
  )
  return client
}

test('is the user’s preferred one', () => {
  show({ preferred: 3 })
  expect(screen.getByText('Round 3')).toBeTruthy()
})

test('else the current one, and follows it when another is switched live', async () => {
  const client = show({})
  expect(screen.getByText('Round 2')).toBeTruthy()
  client.setQueryData(currentWeekendQuery.queryKey, first)
  expect(await screen.findByText('Round 1')).toBeTruthy()
})

test('is what the user chooses, whatever is preferred or current', async () => {
  const client = show({ preferred: 3 })
  fireEvent.click(screen.getByText('choose 1'))
  client.setQueryData(currentWeekendQuery.queryKey, third)
  expect(await screen.findByText('Round 1')).toBeTruthy()
})

test('is the current one once the chosen one is gone', async () => {
  const client = show({})
  fireEvent.click(screen.getByText('choose 1'))
  client.setQueryData(weekendsQuery.queryKey, [second, third])
  expect(await screen.findByText('Round 2')).toBeTruthy()
})

test('is none where there are no weekends', () => {
  show({ weekends: [], current: null })
  expect(screen.getByText('none')).toBeTruthy()
})
