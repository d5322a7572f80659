import { groupChanged, invitationChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import { boardChanged } from '@purple-sector/contracts/tipping/events'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aGroup, aMembership, anInvitation, aWeekend } from '@purple-sector/testing/builders'
import { boardEntry, weekendReply } from '@purple-sector/testing/replies'
import type { TestSocket } from '@purple-sector/testing/test-socket'
import { describe, expect, test } from 'vitest'
import { groupScene, ofGroup } from '../../test/group-scene.ts'
import { rank, realtimeScene, total } from '../../test/realtime-scene.ts'
import { type SignedIn, signIn } from '../../test/stub-services.ts'

const at = realtimeScene()
const { prepare, follow } = groupScene(at)

/** Sends a ping; when its pong arrives, every frame sent before has arrived too. */
const waitForPong = async (socket: TestSocket): Promise<void> => {
  const before = socket.of('pong').length
  socket.send({ type: 'ping' })
  await expect.poll(() => socket.of('pong').length, { timeout: 30_000 }).toBe(before + 1)
}

const isOf =
  (groupId: number) =>
  ({ data }: { data: { groupId: number | null } }) =>
    data.groupId === groupId

describe('membership events on all sockets of a user', () => {
  test('sends an approval to all sockets of the user', async () => {
    const { ann, bob, weekendId, groupId, join } = prepare()
    await join(ann)
    const pending = aMembership({ groupId, weekendId, userId: bob.session.userId, approvalStatus: 'pending' })
    await at.gateway.publishEvent(membershipChanged, pending)
    const [inGroup, elsewhere] = [await follow(bob, weekendId, groupId), await at.follow(bob)]
    for (const socket of [inGroup, elsewhere]) socket.frames.length = 0
    await at.gateway.publishEvent(membershipChanged, { ...pending, approvalStatus: 'approved' })
    for (const socket of [inGroup, elsewhere]) await socket.next('group_updated', isOf(groupId))
    expect(inGroup.of('subscribed')).toEqual([])
  })

  test('sends a rejection, and removes the user from the group’s channel before the next frame', async () => {
    const { ann, bob, weekendId, groupId, join, newBoard } = prepare()
    await join(ann)
    await join(bob)
    const hers = await follow(ann, weekendId, groupId)
    const his = [await follow(bob, weekendId, groupId), await follow(bob, weekendId, groupId)]
    for (const socket of [...his, hers]) socket.frames.length = 0
    const LAST = 80
    const stream = (async () => {
      for (let version = 4; version <= LAST; version++) await newBoard(version)
    })()
    await hers.next('leaderboard_update', isOf(groupId))
    await join(bob, { deleted: true })
    await stream
    await hers.next('leaderboard_update', ofGroup(groupId, LAST))
    for (const socket of his) {
      await waitForPong(socket)
      const ofTheGroup = socket.frames.filter(({ data }) => 'groupId' in data && data.groupId === groupId)
      // The notice is the last frame.
      expect(ofTheGroup.at(-1)?.type).toBe('group_updated')
      expect(ofTheGroup.filter(({ type }) => type === 'leaderboard_update').length).toBeLessThan(LAST)
    }
  })

  test('sends an invitation and its outcome to all sockets of the invitee', async () => {
    const { ann, bob, weekendId, groupId } = prepare()
    const sockets = [await at.follow(bob), await at.follow(bob)]
    const hers = await at.follow(ann)
    const invitation = anInvitation({ groupId, weekendId, inviteeId: bob.session.userId })
    for (const status of ['pending', 'withdrawn'] as const) {
      for (const socket of sockets) socket.frames.length = 0
      await at.gateway.publishEvent(invitationChanged, { ...invitation, status })
      for (const socket of sockets) expect((await socket.next('invitations_updated')).data).toEqual({ groupId })
    }
    // No frame for an invitation to an unverified address, and none for a republished state.
    for (const socket of sockets) socket.frames.length = 0
    await at.gateway.publishEvent(invitationChanged, anInvitation({ groupId, weekendId, inviteeId: null }))
    await at.gateway.publishEvent(invitationChanged, invitation, { sequence: 1, republish: 'a request' })
    await at.newBoard(6)
    for (const socket of [...sockets, hers]) {
      await socket.next('leaderboard_update', ({ data }) => data.version === 6)
      expect(socket.of('invitations_updated')).toEqual([])
    }
  })
})

describe('group events', () => {
  test('sends changed rules to followers of the group', async () => {
    const { ann, weekendId, groupId, join } = prepare()
    await join(ann)
    const hers = await follow(ann, weekendId, groupId)
    for (const rulesChanged of [true, false]) {
      hers.frames.length = 0
      await at.gateway.publishEvent(groupChanged, aGroup({ id: groupId, weekendId, rulesChanged }))
      expect((await hers.next('group_updated')).data).toMatchObject({ groupId, deleted: false, rulesChanged })
    }
  })

  test('sends the end of a group once when its weekend is deleted', async () => {
    const { ann, bob, weekendId, groupId, join } = prepare()
    await join(ann)
    await join(bob)
    const [hers, his] = [await follow(ann, weekendId, groupId), await at.follow(bob)]
    const gone = { ...weekendReply({ id: weekendId }), productRacesChosenAt: null, deleted: true }
    await at.gateway.publishEvent(weekendChanged, gone)
    for (const socket of [hers, his]) await socket.next('group_updated', ({ data }) => data.deleted)
    await at.gateway.publishEvent(groupChanged, aGroup({ id: groupId, weekendId, deleted: true }))
    await at.newBoard(6)
    for (const socket of [hers, his]) {
      await waitForPong(socket)
      expect(socket.of('group_updated').filter(({ data }) => data.deleted)).toHaveLength(1)
    }
  })

  test('moves followers of a group to another weekend, with its board', async () => {
    const { ann, weekendId, groupId, join, newBoard } = prepare()
    await join(ann)
    await at.gateway.publishEvent(groupChanged, aGroup({ id: groupId, weekendId }))
    const hers = await follow(ann, weekendId, groupId)
    hers.frames.length = 0
    const next = weekendId + 1_000
    at.gateway.state.weekends.push({ weekend: weekendReply({ id: next }), races: [] })
    at.gateway.state.groupBoards.set(groupId, { version: 1, entries: [], ranks: [], standings: [] })
    // Tipping may publish the new board before groups publishes the move.
    await newBoard(2, { weekendId: next })
    await at.gateway.publishEvent(groupChanged, aGroup({ id: groupId, weekendId: next }))
    expect((await hers.next('group_updated', isOf(groupId))).data).toMatchObject({ weekendId: next, deleted: false })
    const shown = await hers.next('leaderboard_update', ofGroup(groupId, 1))
    expect(shown.data).toMatchObject({ weekendId: next, entries: [] })
    await newBoard(3, { weekendId: next })
    await hers.next('leaderboard_update', ofGroup(groupId, 3))
    // A late event of the former weekend changes neither this board nor the group's weekend.
    await newBoard(9)
    await at.gateway.publishEvent(groupChanged, aGroup({ id: groupId, weekendId }), { sequence: 1 })
    await newBoard(10, { weekendId: next })
    await hers.next('leaderboard_update', ofGroup(groupId, 10))
    expect(hers.of('leaderboard_update').filter(ofGroup(groupId, 9))).toEqual([])
  })
})

describe('a season group', () => {
  test('follows its current weekend, waits without a board, and outlives a deleted weekend', async () => {
    const { ann, weekendId, groupId, newBoard } = prepare()
    const season = { allSeason: true, seasonId: 3 }
    const publish = (current: number | null) =>
      at.gateway.publishEvent(groupChanged, aGroup({ id: groupId, weekendId: current, ...season }))
    await publish(weekendId)
    const member = aMembership({ groupId, weekendId: null, userId: ann.session.userId })
    await at.gateway.publishEvent(membershipChanged, member)
    const hers = await follow(ann, weekendId, groupId)
    hers.frames.length = 0
    await at.gateway.publishEvent(weekendChanged, aWeekend({ id: weekendId, deleted: true }))
    await publish(null)
    expect((await hers.next('group_updated', isOf(groupId))).data).toMatchObject({ weekendId: null, deleted: false })
    const next = weekendId + 1_000
    at.gateway.state.weekends.push({ weekend: weekendReply({ id: next }), races: [] })
    at.gateway.state.groupBoards.set(groupId, { version: 1, entries: [], ranks: [], standings: [] })
    await publish(next)
    await hers.next('group_updated', ({ data }) => data.groupId === groupId && data.weekendId === next)
    await newBoard(3, { weekendId: next })
    await hers.next('leaderboard_update', ofGroup(groupId, 3))
    expect(hers.of('group_updated').filter(({ data }) => data.deleted)).toEqual([])
    expect(hers.of('leaderboard_update').every(({ data }) => data.weekendId === next)).toBe(true)
  })
})

describe('new member without an event', () => {
  const addMembership = (user: SignedIn, groupId: number, weekendId: number) =>
    at.gateway.state.memberships.push({
      groupId,
      weekendId,
      allSeason: false,
      userId: user.session.userId,
      sequence: 1,
    })

  test('lets a new member follow the group before the event arrives', async () => {
    const { bob, weekendId, groupId, join } = prepare()
    const his = await at.follow(bob)
    addMembership(bob, groupId, weekendId)
    his.frames.length = 0
    his.subscribe(weekendId, [groupId])
    expect((await his.next('subscribed')).data.groupIds).toEqual([groupId])
    await his.next('my_standing', ofGroup(groupId, 3))
    // Later events still apply: the event of a rejection ends the subscription.
    await join(bob)
    await join(bob, { deleted: true })
    his.subscribe(weekendId, [])
    await his.next('subscribed', ({ data }) => data.groupIds.length === 0)
    his.frames.length = 0
    his.subscribe(weekendId, [groupId])
    expect((await his.next('subscribed')).data.groupIds).toEqual([])
  })

  test('applies the rest of a subscription while groups is unavailable', async () => {
    const { bob, weekendId, groupId } = prepare()
    const his = await at.follow(bob)
    his.frames.length = 0
    at.gateway.calls.isCut = true
    his.subscribe(weekendId, [groupId])
    try {
      expect((await his.next('subscribed')).data).toMatchObject({ weekendId, groupIds: [] })
    } finally {
      at.gateway.calls.isCut = false
    }
  })

  test('limits the memberships that a user may request', async () => {
    const { weekendId } = prepare()
    const stranger = signIn(at.gateway.state)
    const socket = await at.connect(stranger)
    const before = at.gateway.state.requests.length
    for (let round = 1; round <= 10; round++) {
      socket.subscribe(
        weekendId,
        Array.from({ length: 100 }, (_, index) => 10_000 + round * 100 + index),
      )
      await expect.poll(() => socket.of('subscribed').length, { timeout: 30_000 }).toBe(round)
    }
    const requests = at.gateway.state.requests
      .slice(before)
      .filter((line) => line.includes('/internal/memberships/find'))
    expect(requests).toHaveLength(1)
  })
})

describe('hidden points of a group', () => {
  test('sends hidden points of a group to their owner only', async () => {
    const { ann, bob, weekendId, groupId, join } = prepare()
    await join(ann)
    await join(bob)
    const [hers, his] = [ann.session.userId, bob.session.userId]
    const [annsSocket, bobsSocket] = [await follow(ann, weekendId, groupId), await follow(bob, weekendId, groupId)]
    for (const socket of [annsSocket, bobsSocket]) socket.frames.length = 0
    await at.gateway.publishEvent(boardChanged, {
      weekendId,
      groupId,
      version: 4,
      reason: 'result',
      total: 2,
      // As tipping publishes a pending member: listed, but without points.
      entries: [boardEntry(hers, { totalPoints: 7 }), boardEntry(his, { position: null, totalPoints: null })],
      ranks: [rank(7, 1), rank(4321, null)],
      changed: [total(his, 4321)],
      part: 1,
      parts: 1,
    })
    expect((await bobsSocket.next('my_standing', ofGroup(groupId, 4))).data.totalPoints).toBe(4321)
    await annsSocket.next('leaderboard_update', ofGroup(groupId, 4))
    await waitForPong(annsSocket)
    const sent = JSON.stringify(annsSocket.frames)
    expect(sent).not.toContain('4321')
    expect(JSON.stringify(bobsSocket.of('leaderboard_update'))).not.toContain('4321')
  })
})
