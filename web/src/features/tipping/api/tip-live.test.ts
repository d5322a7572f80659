import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { receiveFrame } from '../../../../test/receive-frame.ts'
import { createQueryClient } from '../../../client/api/query-client.ts'
import { tipsKey } from './tip-live.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test.each([
  ["refetches tips after a change of the user's own membership", {}, undefined, true],
  ['refetches tips after a change of the rules of a group', { rulesChanged: true }, 4, true],
  ['refetches tips after the deletion of a group', { deleted: true }, 4, true],
  ['does not refetch tips after a change of another member', {}, 4, false],
])('%s', async (_, change, seq, isRefetched) => {
  const client = createQueryClient()
  client.setQueryData(tipsKey(1), [])
  receiveFrame(client, {
    type: 'group_updated',
    data: { groupId: 7, weekendId: 1, deleted: false, membersChanged: true, rulesChanged: false, ...change },
    epoch: 'e',
    ...(seq !== undefined && { seq }),
  })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(client.getQueryState(tipsKey(1))?.isInvalidated).toBe(isRefetched)
})

test("refetches tips when a group's standings change, not for the ones sent on connecting", async () => {
  const client = createQueryClient()
  client.setQueryData(tipsKey(1), [])
  const isRefetchedAfter = async (version: number) => {
    const data = { weekendId: 1, groupId: 7, version, position: 1, shared: false, totalPoints: 25, positionChange: 0 }
    receiveFrame(client, { type: 'my_standing', data, epoch: 'e' })
    await vi.advanceTimersByTimeAsync(1_000)
    return client.getQueryState(tipsKey(1))?.isInvalidated
  }
  expect(await isRefetchedAfter(3)).toBe(false)
  expect(await isRefetchedAfter(3)).toBe(false)
  expect(await isRefetchedAfter(4)).toBe(true)
})
