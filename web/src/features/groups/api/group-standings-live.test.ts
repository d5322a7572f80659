import type { GroupStanding } from '@purple-sector/contracts/tipping/http'
import { boardEntry } from '@purple-sector/testing/replies'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { receiveFrame } from '../../../../test/receive-frame.ts'
import { createQueryClient } from '../../../client/api/query-client.ts'
import { groupStandingsKey } from './group-standings-keys.ts'
import { patchPlace, patchTop } from './group-standings-live.ts'

const cachedStanding: GroupStanding = {
  groupId: 7,
  version: 3,
  position: 2,
  shared: false,
  totalPoints: 5,
  memberCount: 2,
  top: [boardEntry('ann', { totalPoints: 9 }), boardEntry('ben', { totalPoints: 5 })],
}
const update = (version: number, entries = [boardEntry('ben', { totalPoints: 55 })], groupId = 7) => ({
  weekendId: 1,
  groupId,
  version,
  entries,
  total: 12,
})
const placeUpdate = (version: number, totalPoints: number | null) => ({
  weekendId: 1,
  groupId: 7,
  version,
  position: 1,
  shared: true,
  totalPoints,
  positionChange: 1,
})

test("updates a group's top three and size from a frame and ignores an older version", () => {
  const four = ['a', 'b', 'c', 'd'].map((name) => boardEntry(name))
  expect(patchTop(cachedStanding, update(4, four))).toMatchObject({ version: 4, memberCount: 12, position: 2 })
  expect(patchTop(cachedStanding, update(4, four))?.top.map(({ userId }) => userId)).toEqual(['a', 'b', 'c'])
  expect(patchTop(cachedStanding, update(3))).toBe(cachedStanding)
})

test('keeps rows that a frame hides but the user may see', () => {
  expect(patchTop(cachedStanding, update(4, [boardEntry('ann', { totalPoints: null })]))).toBeNull()
  const newEntries = [boardEntry('ann', { totalPoints: 9 }), boardEntry('new', { totalPoints: null })]
  expect(patchTop(cachedStanding, update(4, newEntries))).toBeNull()
  const below = [...['a', 'b', 'c'].map((name) => boardEntry(name)), boardEntry('new', { totalPoints: null })]
  expect(patchTop(cachedStanding, update(4, below))).toMatchObject({ version: 4 })
  expect(patchPlace(cachedStanding, placeUpdate(4, null))).toBeNull()
  expect(patchPlace(cachedStanding, placeUpdate(3, 60))).toMatchObject({ position: 1, shared: true, totalPoints: 60 })
  expect(patchPlace(cachedStanding, placeUpdate(2, 60))).toBe(cachedStanding)
})

let client = createQueryClient()
beforeEach(() => {
  vi.useFakeTimers()
  client = createQueryClient()
  client.setQueryData(groupStandingsKey(1), [cachedStanding])
})
afterEach(() => vi.useRealTimers())

const cached = () => client.getQueryData<GroupStanding[]>(groupStandingsKey(1))
const isStale = () => client.getQueryState(groupStandingsKey(1))?.isInvalidated
const pass = () => vi.advanceTimersByTimeAsync(1_000)

test('caches the standings of frames and fetches those of an unknown group', async () => {
  receiveFrame(client, { type: 'leaderboard_update', data: update(4), epoch: 'e' })
  receiveFrame(client, { type: 'my_standing', data: placeUpdate(4, 55), epoch: 'e' })
  expect(cached()?.[0]).toMatchObject({ version: 4, position: 1, totalPoints: 55, memberCount: 12 })
  await pass()
  expect(isStale()).toBe(false)
  receiveFrame(client, { type: 'leaderboard_update', data: update(1, [], 8), epoch: 'e' })
  await pass()
  expect(isStale()).toBe(true)
})

test('removes a deleted group at once and refetches a changed one', async () => {
  const changedGroup = { groupId: 7, weekendId: 1, membersChanged: true, rulesChanged: false }
  receiveFrame(client, { type: 'group_updated', data: { ...changedGroup, deleted: false }, epoch: 'e' })
  expect(cached()).toHaveLength(1)
  await pass()
  expect(isStale()).toBe(true)
  receiveFrame(client, { type: 'group_updated', data: { ...changedGroup, deleted: true }, epoch: 'e' })
  expect(cached()).toEqual([])
})
