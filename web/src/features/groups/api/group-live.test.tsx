import type { Group, GroupsOverview } from '@purple-sector/contracts/groups/http'
import type { FrameOf, ServerFrame } from '@purple-sector/contracts/realtime'
import { groupReply } from '@purple-sector/testing/replies'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { receiveFrame as applyReceived, reconnect } from '../../../../test/receive-frame.ts'
import { createQueryClient } from '../../../client/api/query-client.ts'
import { toasts } from '../../../ui/toasts/toast-store.ts'
import { groupsKey, membersKey } from './group-keys.ts'
import { groupsQuery } from './group-queries.ts'
import { markEnding, unmarkEnding } from './membership-toasts.ts'

let client: QueryClient
let served: GroupsOverview

const overview = (...groups: Group[]): GroupsOverview => ({ groups, invitations: [] })

const receiveFrame = (overrides: Partial<FrameOf<'group_updated'>['data']> = {}, seq?: number) =>
  applyReceived(client, {
    type: 'group_updated',
    data: { groupId: 1, weekendId: 1, deleted: false, membersChanged: false, rulesChanged: false, ...overrides },
    epoch: 'e',
    ...(seq !== undefined && { seq }),
  })
const toastTitles = () => {
  const { shown, waiting } = toasts.queue()
  return [shown?.toast, ...waiting].flatMap((toast) => (toast ? [toast.title] : []))
}
const list = () => client.getQueryData(groupsQuery.queryKey)?.groups
const refetchAgain = () => client.fetchQuery({ ...groupsQuery, staleTime: 0 })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => Response.json(served))
  client = createQueryClient()
  served = overview(groupReply())
  client.setQueryData(groupsQuery.queryKey, served)
})
afterEach(() => {
  toasts.clear()
  client.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('live updates of a changed group', () => {
  test('refetches a changed group once for a burst of frames', async () => {
    receiveFrame()
    receiveFrame({ membersChanged: true })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(client.getQueryState(groupsKey)?.isInvalidated).toBe(true)
    expect(toastTitles()).toEqual([])
  })
  describe('live updates of a large group', () => {
    const isRefetched = async () => {
      await vi.advanceTimersByTimeAsync(1_000)
      return client.getQueryState(groupsKey)?.isInvalidated
    }
    beforeEach(() => {
      vi.spyOn(Math, 'random').mockReturnValue(0.9)
      client.setQueryData(groupsQuery.queryKey, overview(groupReply({ memberCount: 5_000 })))
    })
    afterEach(() => vi.restoreAllMocks())

    test('refetches a large group later when other members join or leave, not from every client at once', async () => {
      receiveFrame({ membersChanged: true }, 4)
      expect(await isRefetched()).toBe(false)
      await vi.advanceTimersByTimeAsync(9_000)
      expect(await isRefetched()).toBe(true)
    })
    test.each([
      ['the own membership changed', { membersChanged: true }, undefined],
      ['its rules did', { membersChanged: true, rulesChanged: true }, 5],
      ['its name did', {}, 5],
      ['it follows another weekend', { membersChanged: true, weekendId: 2 }, 5],
    ])('refetches a large group at once when %s, even during a delay', async (_, change, seq) => {
      receiveFrame({ membersChanged: true }, 4)
      receiveFrame(change, seq)
      expect(await isRefetched()).toBe(true)
    })
    test('refetches a large group at once for its admin', async () => {
      client.setQueryData(groupsQuery.queryKey, overview(groupReply({ memberCount: 5_000, isAdmin: true })))
      receiveFrame({ membersChanged: true }, 4)
      expect(await isRefetched()).toBe(true)
    })
  })
  test('notifies members of changed rules, but not the admin who changed them', () => {
    receiveFrame({ rulesChanged: true })
    expect(toastTitles()).toEqual(['The rules of Pit Lane Pundits have changed'])
    toasts.clear()
    client.setQueryData(groupsQuery.queryKey, overview(groupReply({ isAdmin: true })))
    receiveFrame({ rulesChanged: true })
    expect(toastTitles()).toEqual([])
  })
})

describe('live updates of a deleted group', () => {
  test('removes a deleted group at once and notifies its members', () => {
    receiveFrame({ deleted: true })
    expect(list()).toEqual([])
    expect(toastTitles()).toEqual(['Pit Lane Pundits was deleted'])
  })
  test('does not notify the admin who deleted the group', () => {
    markEnding(1)
    receiveFrame({ deleted: true })
    expect(list()).toEqual([])
    expect(toastTitles()).toEqual([])
    unmarkEnding(1)
  })
})

describe('refetched groups', () => {
  test('notifies about approvals since the previous list', async () => {
    client.setQueryData(groupsQuery.queryKey, overview(groupReply({ approvalStatus: 'pending' })))
    await refetchAgain()
    expect(toastTitles()).toEqual(['You’re in: Pit Lane Pundits approved you'])
  })
  test('notifies about ended memberships', async () => {
    served = overview()
    await refetchAgain()
    expect(toastTitles()).toEqual(['You’re no longer in Pit Lane Pundits'])
  })
  test('notifies neither on the first list of groups nor about a new group', async () => {
    client.removeQueries({ queryKey: groupsKey })
    await refetchAgain()
    served = overview(groupReply(), groupReply({ id: 2, name: 'Office Grid' }))
    await refetchAgain()
    expect(toastTitles()).toEqual([])
  })
})

test('refetches groups when an invitation changes, and all group data after a reconnect', async () => {
  const isStale = () => client.getQueryState(groupsKey)?.isInvalidated
  const frame: ServerFrame = { type: 'invitations_updated', data: { groupId: 7 }, epoch: 'e' }
  applyReceived(client, frame)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isStale()).toBe(true)
  client.setQueryData(groupsKey, served)
  expect(isStale()).toBe(false)
  reconnect(client, Date.now() + 1)
  expect(isStale()).toBe(true)
})

test("refetches an open member list when its group's chat reports new names", async () => {
  const fetchMembers = vi.fn(async () => [])
  const members = new QueryObserver(client, { queryKey: membersKey(7), queryFn: fetchMembers })
  const stop = members.subscribe(() => {})
  await vi.waitFor(() => expect(fetchMembers).toHaveBeenCalledTimes(1))
  applyReceived(client, {
    type: 'chat_people',
    data: { weekendId: null, groupId: 7, people: [] },
    epoch: 'e',
  })
  await vi.waitFor(() => expect(fetchMembers).toHaveBeenCalledTimes(2))
  stop()
})
