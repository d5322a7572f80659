import { raceReply, userReply, weekendReply } from '@purple-sector/testing/replies'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../lib/query-client.ts'
import { toasts } from '../../ui/toast-store.ts'
import { userQuery } from '../session/user-query.ts'
import { ActiveWeekendProvider } from '../weekends/active-weekend.tsx'
import { racesQuery, weekendsQuery } from '../weekends/weekend-queries.ts'
import { dropPick, keepPick, type PickDraft } from './pick-drafts.ts'
import { UnsavedTips } from './unsaved-count.tsx'

const weekend = weekendReply()
const place = { weekendId: weekend.id, groupId: null, categoryId: 1 }
const draft = (closesAt: string): PickDraft => ({
  ...place,
  ...{ carId: 12, car: '#12 Cam Waters', category: 'Supercars', closesAt },
})
const PAST = '2020-01-01T00:00:00.000Z'
const FUTURE = '2100-01-01T00:00:00.000Z'

/** The mark in the navigation, with the deadline that the race has now. */
const show = (deadline: string) => {
  vi.stubGlobal('fetch', async () => Response.json([]))
  const client = createQueryClient()
  const user = userReply()
  client.setQueryData(userQuery.queryKey, user)
  client.setQueryData(weekendsQuery.queryKey, [weekend])
  client.setQueryData(racesQuery(weekend.id).queryKey, [raceReply({ categoryId: 1, deadline, locked: false })])
  render(
    <QueryClientProvider client={client}>
      <ActiveWeekendProvider>
        <UnsavedTips />
      </ActiveWeekendProvider>
    </QueryClientProvider>,
  )
  return user.id
}

afterEach(() => {
  act(() => dropPick(userReply().id, place))
  toasts.clear()
  vi.unstubAllGlobals()
})

test('counts the picks that are not saved', async () => {
  const userId = show(FUTURE)
  act(() => keepPick(userId, draft(FUTURE)))
  expect(await screen.findByText(', 1 pick not saved')).toBeTruthy()
})

test('says that a pick was not saved when its tips have closed, and counts it no more', async () => {
  const userId = show(PAST)
  act(() => keepPick(userId, draft(PAST)))
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: 'Tips closed',
      text: '#12 Cam Waters was not saved for Supercars.',
    }),
  )
  expect(screen.queryByText(', 1 pick not saved')).toBeNull()
})

test('keeps a pick whose deadline was moved later since', async () => {
  const userId = show(FUTURE)
  act(() => keepPick(userId, draft(PAST)))
  expect(await screen.findByText(', 1 pick not saved')).toBeTruthy()
  expect(toasts.current()).toBeUndefined()
})
