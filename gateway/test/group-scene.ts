import { membershipChanged } from '@purple-sector/contracts/groups/events'
import { boardChanged } from '@purple-sector/contracts/tipping/events'
import { aMembership } from '@purple-sector/testing/builders'
import { boardEntry } from '@purple-sector/testing/replies'
import type { TestSocket } from '@purple-sector/testing/test-socket'
import { expect } from 'vitest'
import { rank, type realtimeScene, total } from './realtime-scene.ts'
import type { SignedIn } from './stub-services.ts'

/** Matches frames of this group's board in this version. */
export const ofGroup =
  (groupId: number, version: number) =>
  ({ data }: { data: { groupId: number | null; version: number } }) =>
    data.groupId === groupId && data.version === version

/** Groups, and fans who follow them on sockets, for tests of realtime. */
export const groupScene = (at: ReturnType<typeof realtimeScene>) => {
  let lastGroup = 100

  /** Creates a group for the test, with Ann before Bob on version 3 of its board. */
  const prepare = () => {
    const { ann, bob, weekendId } = at.prepare()
    const groupId = ++lastGroup
    const [hers, his] = [ann.session.userId, bob.session.userId]
    at.gateway.state.groupBoards.set(groupId, {
      version: 3,
      entries: [boardEntry(hers, { totalPoints: 7 }), boardEntry(his, { position: 2 })],
      ranks: [rank(7, 1), rank(0, 2)],
      standings: [
        { ...total(hers, 7), position: 1, positionChange: 0 },
        { ...total(his, 0), position: 2, positionChange: 0 },
      ],
    })
    const join = (user: SignedIn, overrides: { deleted?: boolean } = {}) =>
      at.gateway.publishEvent(
        membershipChanged,
        aMembership({ groupId, weekendId, userId: user.session.userId, ...overrides }),
      )
    /** Publishes the group's board as tipping does: Bob has overtaken Ann. */
    const newBoard = (version: number, overrides: { weekendId?: number } = {}) =>
      at.gateway.publishEvent(boardChanged, {
        weekendId,
        groupId,
        version,
        reason: 'result',
        total: 2,
        entries: [boardEntry(his, { totalPoints: 20 + version }), boardEntry(hers, { position: 2, totalPoints: 7 })],
        ranks: [rank(20 + version, 1), rank(7, 2)],
        changed: [total(his, 20 + version)],
        part: 1,
        parts: 1,
        ...overrides,
      })
    return { ann, bob, weekendId, groupId, join, newBoard }
  }

  /** Opens a socket that follows a group, once the gateway knows the membership. */
  const follow = async (user: SignedIn, weekendId: number, groupId: number): Promise<TestSocket> => {
    const socket = await at.connect(user)
    await expect
      .poll(
        async () => {
          socket.frames.length = 0
          socket.subscribe(weekendId, [groupId])
          return (await socket.next('subscribed')).data.groupIds
        },
        { timeout: 30_000 },
      )
      .toEqual([groupId])
    await socket.next('my_standing', ({ data }) => data.groupId === groupId)
    return socket
  }

  return { prepare, follow }
}
