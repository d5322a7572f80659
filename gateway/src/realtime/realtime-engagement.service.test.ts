import {
  engagementBoardChanged,
  heatMapChanged,
  notificationsMade,
  notificationsRead,
  ownReactionsChanged,
  pollChanged,
  reactionsCounted,
} from '@purple-sector/contracts/engagement/events'
import { nextId } from '@purple-sector/testing/builders'
import { engagementEntry, notificationReply } from '@purple-sector/testing/replies'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { groupScene } from '../../test/group-scene.ts'
import { realtimeScene } from '../../test/realtime-scene.ts'
import { Client } from './hub/client.ts'

const at = realtimeScene()
const groups = groupScene(at)

const poll = (weekendId: number, votes: number) => ({
  weekendId,
  results: [{ categoryId: 1, category: 'Supercars', driverName: 'Broc Feeney', votes, percentage: 100 }],
  stats: { totalVotes: votes, uniqueVoters: votes, categoriesVoted: 1 },
})
const counts = { fire: 0, applause: 0, wow: 0, heartbreak: 0, laugh: 0 }
const onResult = (weekendId: number, id: number, fire: number) => ({
  weekendId,
  groupId: null,
  subject: { type: 'result' as const, id },
  counts: { ...counts, fire },
})
const sent = (userId: string, id: number, over: Parameters<typeof notificationReply>[0] = {}) => ({
  ...notificationReply({ id, ...over }),
  userId,
})
const votesOf = ({ data }: { data: { stats: { totalVotes: number } } }) => data.stats.totalVotes

/** Simulates backpressure on all sockets until `drain` or the end of the test. */
const congested = () => {
  let isCongested = true
  const spy = vi.spyOn(Client.prototype, 'hasBackpressure', 'get').mockImplementation(() => isCongested)
  onTestFinished(() => spy.mockRestore())
  return { drain: () => (isCongested = false) }
}

describe('driver poll', () => {
  test('updates every screen of its weekend, with the newest state only in a storm of votes', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const sockets = [await at.follow(ann), await at.follow(bob)]
    for (let votes = 1; votes <= 20; votes++) await at.gateway.announce(pollChanged, poll(weekendId, votes))
    for (const socket of sockets) {
      await socket.next('poll_update', (frame) => votesOf(frame) === 20)
      expect(socket.of('poll_update').length).toBeLessThan(20)
    }
    await at.gateway.announce(pollChanged, poll(weekendId + 1_000, 77))
    await at.gateway.announce(pollChanged, poll(weekendId, 21))
    await sockets[0]?.next('poll_update', (frame) => votesOf(frame) === 21)
    expect(sockets[0]?.of('poll_update').map(votesOf)).not.toContain(77)
  })

  test('is sent to clients that join after it has arrived', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const first = await at.follow(ann)
    await at.gateway.announce(pollChanged, poll(weekendId, 3))
    await first.next('poll_update')
    const late = await at.follow(bob)
    expect(votesOf(await late.next('poll_update'))).toBe(3)
  })

  test('ignores a redelivered older state', async () => {
    const { ann, weekendId } = at.prepare()
    const socket = await at.follow(ann)
    const early = await at.gateway.announce(pollChanged, poll(weekendId, 1))
    await at.gateway.announce(pollChanged, poll(weekendId, 2))
    await socket.next('poll_update', (frame) => votesOf(frame) === 2)
    await at.gateway.announce(pollChanged, poll(weekendId, 1), { id: early.id })
    await at.gateway.announce(heatMapChanged, { weekendId })
    await socket.next('heat_map_updated')
    expect(socket.of('poll_update').map(votesOf).at(-1)).toBe(2)
  })
})

describe('heat map and engagement board', () => {
  test('are sent to followers of the weekend', async () => {
    const { ann, weekendId } = at.prepare()
    const socket = await at.follow(ann)
    await at.gateway.announce(heatMapChanged, { weekendId })
    expect((await socket.next('heat_map_updated')).data).toEqual({ weekendId })
    const board = { weekendId, version: 4, total: 1, entries: [engagementEntry('ann')] }
    await at.gateway.announce(engagementBoardChanged, board)
    expect((await socket.next('engagement_board')).data).toEqual(board)
  })

  test('are sent to new clients, without an older version of a board', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const socket = await at.follow(ann)
    const board = (version: number) => ({ weekendId, version, total: 1, entries: [engagementEntry(`in ${version}`)] })
    await at.gateway.announce(engagementBoardChanged, board(5))
    await at.gateway.announce(engagementBoardChanged, board(4))
    await at.gateway.announce(heatMapChanged, { weekendId })
    await socket.next('heat_map_updated')
    const late = await at.follow(bob)
    await late.next('heat_map_updated')
    expect((await late.next('engagement_board')).data.version).toBe(5)
    expect(socket.of('engagement_board').map(({ data }) => data.version)).toEqual([5])
  })

  test('are noted as changes where no client follows the weekend', async () => {
    const { ann, weekendId } = at.prepare()
    const elsewhere = await at.connect(ann)
    elsewhere.send({ type: 'subscribe', weekendId: null })
    await elsewhere.next('subscribed')
    const began = performance.now()
    await at.gateway.announce(heatMapChanged, { weekendId })
    await at.gateway.announce(pollChanged, poll(weekendId, 1))
    await expect
      .poll(
        async () => (await (await at.follow(ann)).next('subscribed')).data.unchangedForMs < performance.now() - began,
      )
      .toBe(true)
  })
})

describe('reactions', () => {
  test('to a result are sent to all clients of the weekend, and to new ones', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const socket = await at.follow(ann)
    await at.gateway.announce(reactionsCounted, onResult(weekendId, 11, 1))
    await at.gateway.announce(reactionsCounted, onResult(weekendId, 12, 5))
    await at.gateway.announce(reactionsCounted, onResult(weekendId, 11, 2))
    await socket.next('engagement_update', ({ data }) => data.subject.id === 12 && data.counts.fire === 5)
    await socket.next('engagement_update', ({ data }) => data.subject.id === 11 && data.counts.fire === 2)
    const late = await at.follow(bob)
    await late.next('engagement_update', ({ data }) => data.subject.id === 11 && data.counts.fire === 2)
    await late.next('engagement_update', ({ data }) => data.subject.id === 12)
  })

  test('to a message of a group are sent to members only', async () => {
    const { ann, bob, weekendId, groupId, join } = groups.prepare()
    await join(ann)
    const member = await groups.follow(ann, weekendId, groupId)
    const other = await at.follow(bob)
    const inGroup = { weekendId, groupId, subject: { type: 'message' as const, id: 9 }, counts: { ...counts, wow: 1 } }
    await at.gateway.announce(reactionsCounted, inGroup)
    await at.gateway.announce(reactionsCounted, onResult(weekendId, 11, 1))
    expect((await member.next('engagement_update', ({ data }) => data.groupId === groupId)).data).toEqual(inGroup)
    await other.next('engagement_update', ({ data }) => data.subject.id === 11)
    expect(other.of('engagement_update').map(({ data }) => data.groupId)).toEqual([null])
    expect(member.of('engagement_update').filter(({ data }) => data.groupId === null)).toHaveLength(1)
  })
})

describe('own reactions', () => {
  test('are sent to all screens of the fan, whatever they follow, once, and to no other user', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const idle = await at.connect(ann)
    idle.send({ type: 'subscribe', weekendId: null })
    await idle.next('subscribed')
    const [socket, other] = [await at.follow(ann), await at.follow(bob)]
    const { counts: _, ...place } = onResult(weekendId, 11, 1)
    const { userId } = ann.session
    const given = { ...place, yours: ['fire' as const] }
    const { id } = await at.gateway.announce(ownReactionsChanged, { userId, ...given })
    await at.gateway.announce(ownReactionsChanged, { userId, ...given }, { id })
    await at.gateway.announce(ownReactionsChanged, { userId, ...place, yours: [] })
    for (const screen of [socket, idle]) {
      await screen.next('own_reactions', ({ data }) => data.yours.length === 0)
      expect(screen.of('own_reactions').map(({ data }) => data)).toEqual([given, { ...place, yours: [] }])
    }
    await at.gateway.announce(heatMapChanged, { weekendId })
    await other.next('heat_map_updated')
    expect(other.of('own_reactions')).toEqual([])
  })
})

describe('notifications', () => {
  test('are sent to all sockets of their user, whatever they follow, and to no other user', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const idle = await at.connect(ann)
    idle.send({ type: 'subscribe', weekendId: null })
    const sockets = [await at.follow(ann), idle]
    const others = await at.follow(bob)
    const id = nextId()
    const mine = sent(ann.session.userId, id, { weekendId })
    await at.gateway.announce(notificationsMade, {
      notifications: [mine, sent(bob.session.userId, id + 1, { weekendId }), sent('somebody elsewhere', id + 2)],
    })
    const { userId: _, ...shown } = mine
    for (const socket of sockets) expect((await socket.next('notification')).data).toEqual(shown)
    expect((await others.next('notification')).data.id).toBe(id + 1)
    for (const socket of [...sockets, others]) expect(socket.of('notification')).toHaveLength(1)
  })

  test('are sent once, also when redelivered', async () => {
    const { ann, weekendId } = at.prepare()
    const socket = await at.follow(ann)
    const first = nextId()
    const notifications = [sent(ann.session.userId, first, { weekendId })]
    const { id } = await at.gateway.announce(notificationsMade, { notifications })
    await at.gateway.announce(notificationsMade, { notifications }, { id })
    await at.gateway.announce(notificationsMade, {
      notifications: [sent(ann.session.userId, first + 1, { weekendId })],
    })
    await socket.next('notification', ({ data }) => data.id === first + 1)
    expect(socket.of('notification').map(({ data }) => data.id)).toEqual([first, first + 1])
  })

  test('are never dropped under backpressure, unlike states', async () => {
    const { ann, weekendId } = at.prepare()
    const socket = await at.follow(ann)
    congested()
    await at.gateway.announce(pollChanged, poll(weekendId, 1))
    const ids = [nextId(), nextId(), nextId()]
    for (const id of ids)
      await at.gateway.announce(notificationsMade, { notifications: [sent(ann.session.userId, id, { weekendId })] })
    await socket.next('notification', ({ data }) => data.id === ids[2])
    expect(socket.of('notification').map(({ data }) => data.id)).toEqual(ids)
    expect(socket.of('poll_update')).toEqual([])
  })

  test('read on one screen update the count on the others, with the newest count only', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const [socket, other] = [await at.follow(ann), await at.follow(bob)]
    const userId = ann.session.userId
    for (const count of [4, 3, 2, 1, 0]) await at.gateway.announce(notificationsRead, { userId, weekendId, count })
    await socket.next('notification_count', ({ data }) => data.weekendId === weekendId && data.count === 0)
    expect(socket.of('notification_count').length).toBeLessThan(5)
    await at.gateway.announce(notificationsRead, { userId, weekendId: null, count: null })
    await socket.next('notification_count', ({ data }) => data.weekendId === null)
    expect(other.of('notification_count')).toEqual([])
  })

  test('made just before a subscription are noted as changes', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const witness = await at.follow(bob)
    const began = performance.now()
    const notifications = [sent(ann.session.userId, nextId(), { weekendId }), sent(bob.session.userId, nextId())]
    await at.gateway.announce(notificationsMade, { notifications })
    await witness.next('notification')
    const socket = await at.connect(ann)
    socket.send({ type: 'subscribe', weekendId: null })
    expect((await socket.next('subscribed')).data.unchangedForMs).toBeLessThan(performance.now() - began)
  })
})
