import type { Group } from '@purple-sector/contracts/groups/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { groupReply, raceReply, userReply, weekendReply } from '@purple-sector/testing/replies'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InApp } from '../../../../test/in-app.tsx'
import { createQueryClient } from '../../../client/api/query-client.ts'
import { toasts } from '../../../ui/toasts/toast-store.ts'
import { userQuery } from '../../session/user-query.ts'
import { type PickDraft, removePick, storePick } from '../../tipping/api/pick-drafts.ts'
import { productRacesQuery, weekendsQuery } from '../../weekend-data/api/weekend-queries.ts'
import { ActiveWeekendProvider } from '../../weekend-data/components/active-weekend.tsx'
import { UnsavedGroupTips, UnsavedTips } from './unsaved-count.tsx'

const NOW = Date.parse('2026-11-28T03:00:00.000Z')
const at = (inMs: number): string => new Date(NOW + inMs).toISOString()
const MINUTE = 60_000
const PAST = at(-MINUTE)
const SOON = at(MINUTE)
const LATER = at(60 * MINUTE)

const weekend = weekendReply()
const userId = userReply().id
const scope = { weekendId: weekend.id, groupId: null, categoryId: 1 }
const inGroup = { ...scope, groupId: 1 }
const draft = (closesAt: string | null, overrides: Partial<PickDraft> = {}): PickDraft => ({
  ...scope,
  ...{ carId: 12, car: '#12 Cam Waters', category: 'Supercars', closesAt, ...overrides },
})
const race = (overrides: Partial<Race> = {}): Race => raceReply({ categoryId: 1, locked: false, ...overrides })

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

let races: Race[]
let groups: Group[]
let isOffline: boolean

const replyTo = (path: string): unknown => {
  if (path.endsWith('/purple-sector-races') || path.endsWith('/races')) return races
  return path === '/api/groups/overview' ? { groups, invitations: [] } : []
}

/** Renders the counts of the navigation with an API that serves the current values of `races` and `groups`. */
const renderCount = () => {
  const client = createQueryClient()
  client.setQueryData(userQuery.queryKey, userReply())
  client.setQueryData(weekendsQuery.queryKey, [weekend])
  render(
    <InApp client={client}>
      <ActiveWeekendProvider>
        <UnsavedTips />
        <UnsavedGroupTips />
      </ActiveWeekendProvider>
    </InApp>,
  )
  return { races: (changedRaces: Race[]) => client.setQueryData(productRacesQuery(weekend.id).queryKey, changedRaces) }
}

const expectStored = () => {
  expect(screen.getByText(', 1 pick not saved')).toBeTruthy()
  expect(toasts.current()).toBeUndefined()
}

const expectExpired = () => {
  expect(toasts.current()).toMatchObject({
    title: 'Tips closed',
    text: '#12 Cam Waters was not saved for Supercars.',
  })
  expect(screen.queryByText(', 1 pick not saved')).toBeNull()
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  races = []
  groups = []
  isOffline = false
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    if (isOffline) throw new TypeError('Failed to fetch')
    const url = input instanceof Request ? input.url : String(input)
    return Response.json(replyTo(new URL(url, location.origin).pathname))
  })
})

afterEach(() => {
  act(() => {
    removePick(userId, scope)
    removePick(userId, inGroup)
  })
  toasts.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('counts unsaved picks', async () => {
  races = [race({ deadline: LATER })]
  renderCount()
  act(() => storePick(userId, draft(LATER)))
  await wait(100)
  expectStored()
})

test('notifies that a pick was not saved when its tips close, and stops counting it', async () => {
  races = [race({ deadline: PAST })]
  renderCount()
  act(() => storePick(userId, draft(PAST)))
  await wait(100)
  expectExpired()
})

test('keeps a pick whose deadline moved until the new deadline', async () => {
  races = [race({ deadline: LATER })]
  renderCount()
  act(() => storePick(userId, draft(PAST)))
  await wait(10 * MINUTE)
  expectStored()
  await wait(51 * MINUTE)
  expectExpired()
})

test('drops a pick as soon as a change of the races closes its tips', async () => {
  races = [race({ deadline: LATER })]
  const change = renderCount()
  act(() => storePick(userId, draft(LATER)))
  await wait(100)
  expectStored()
  act(() => void change.races([race({ deadline: LATER, locked: true })]))
  await wait(100)
  expectExpired()
})

test('retries loading the races after a failure at the deadline', async () => {
  races = [race({ deadline: PAST })]
  isOffline = true
  renderCount()
  act(() => storePick(userId, draft(PAST)))
  await wait(MINUTE)
  expectStored()
  isOffline = false
  await wait(MINUTE)
  expectExpired()
})

test('drops a pick for a session without a time once it gets one and closes', async () => {
  races = [race({ deadline: null })]
  renderCount()
  act(() => storePick(userId, draft(null)))
  await wait(10 * MINUTE)
  expectStored()
  races = [race({ deadline: at(20 * MINUTE) })]
  await wait(6 * MINUTE)
  expectStored()
  await wait(6 * MINUTE)
  expectExpired()
})

test('drops a pick of a group that locks tips after the first event, though later races are open', async () => {
  groups = [groupReply({ lockTipsAfterFirstEvent: true })]
  races = [
    race({ id: 1, scheduledStart: SOON, deadline: SOON }),
    race({ id: 2, scheduledStart: LATER, deadline: LATER }),
  ]
  renderCount()
  act(() => storePick(userId, draft(SOON, inGroup)))
  await wait(100)
  expectStored()
  await wait(2 * MINUTE)
  expectExpired()
})

test('drops a pick of a group by the races that the group selected', async () => {
  groups = [groupReply({ selectedRaceIds: [1] })]
  races = [race({ id: 1, deadline: SOON }), race({ id: 2, deadline: LATER })]
  renderCount()
  act(() => storePick(userId, draft(SOON, inGroup)))
  await wait(100)
  expectStored()
  await wait(2 * MINUTE)
  expectExpired()
})

test('keeps a pick of a group whose later races are open', async () => {
  groups = [groupReply()]
  races = [race({ id: 1, deadline: SOON }), race({ id: 2, deadline: LATER })]
  renderCount()
  act(() => storePick(userId, draft(SOON, inGroup)))
  await wait(10 * MINUTE)
  expectStored()
})
