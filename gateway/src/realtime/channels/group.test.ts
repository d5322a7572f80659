import { createInProcessCache } from '@purple-sector/cache'
import type { WeekendScope } from '@purple-sector/contracts/tipping/scope'
import { silentLogger } from '@purple-sector/service-kit'
import { followVisibleTimings } from '@purple-sector/service-kit/data/visible-timings'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { InternalApi } from '../../internal-api.ts'
import type { Client } from '../hub/client.ts'
import { createClients } from '../hub/clients.ts'
import { createCategories } from '../parts/categories.ts'
import { createLiveRaces } from '../parts/live-races.ts'
import { createRecentPeople } from '../parts/recent-people.ts'
import { groupKind } from './group.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a group that cannot be loaded does not block the others', async () => {
  const internalApi = {
    async *memberships() {
      for (const groupId of [7, 8]) yield { groupId, weekendId: 1, userId: 'ann', sequence: 1 }
    },
    leaderboard: async ({ groupId }: WeekendScope) => {
      if (groupId === 7) throw new Error('broken')
      return { version: 1, total: 0, entries: [], ranks: [] }
    },
    room: async () => undefined,
  } as unknown as InternalApi
  const frames = () => Buffer.from('')
  const log = silentLogger()
  const timings = followVisibleTimings(createInProcessCache())
  const kind = groupKind({
    ...createLiveRaces({
      timings,
      fetchLiveTimingStatus: async () => undefined,
      internalApi,
      frames,
      now: Date.now,
      log,
    }),
    clients: createClients(),
    hasSeason: async () => false,
    internalApi,
    frames,
    categories: createCategories(async () => []),
    people: createRecentPeople(),
    changes: { note() {} },
    isAdmin: () => false,
    now: Date.now,
    log,
  })
  await kind.load?.()
  const found = kind.find?.({ type: 'subscribe', weekendId: 1, groupIds: [7, 8] }, { userId: 'ann' } as Client)
  await vi.advanceTimersByTimeAsync(20_000)
  expect((await found)?.map(({ key }) => key)).toEqual(['group/8'])
})
