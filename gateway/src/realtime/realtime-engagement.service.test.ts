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
const sent = (userId: string, id: number, overrides: Parameters<typeof notificationReply>[0] = {}) => ({
  ...notificationReply({ id, ...overrides }),
  userId,
})
const votesOf = ({ data }: { data: { stats: { totalVotes: number } } }) => data.stats.totalVotes

/** Simulates backpressure on all sockets until `drain` or the end of the test. */
const simulateBackpressure = () => {
  let isCongested = true
  const spy = vi.spyOn(Client.prototype, 'hasBackpressure', 'get').mockImplementation(() => isCongested)
  onTestFinished(() => spy.mockRestore())
  return { drain: () => (isCongested = false) }
}

describe('driver poll', () => {
  test('sends the driver poll to every screen of its weekend, conflated in a storm of votes', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const sockets = [await at.follow(ann), await at.follow(bob)]
    for (let votes = 1; votes <= 20; votes++) await at.gateway.publishEvent(pollChanged, poll(weekendId, votes))
    for (const socket of sockets) {
      await socket.next('poll_update', (frame) => votesOf(frame) === 20)
      expect(socket.of('poll_update').length).toBeLessThan(20)
    }
    await at.gateway.publishEvent(pollChanged, poll(weekendId + 1_000, 77))
    await at.gateway.publishEvent(pollChanged, poll(weekendId, 21))
    await sockets[0]?.next('poll_update', (frame) => votesOf(frame) === 21)
    expect(sockets[0]?.of('poll_update').map(votesOf)).not.toContain(77)
  })

  test('sends the last driver poll to clients that join later', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const first = await at.follow(ann)
    await at.gateway.publishEvent(pollChanged, poll(weekendId, 3))
    await first.next('poll_update')
    const late = await at.follow(bob)
    expect(votesOf(await late.next('poll_update'))).toBe(3)
  })

  test('ignores a redelivered older state of the driver poll', async () => {
    const { ann, weekendId } = at.prepare()
    const socket = await at.follow(ann)
    const early = await at.gateway.publishEvent(pollChanged, poll(weekendId, 1))
    await at.gateway.publishEvent(pollChanged, poll(weekendId, 2))
    await socket.next('poll_update', (frame) => votesOf(frame) === 2)
    await at.gateway.publishEvent(pollChanged, poll(weekendId, 1), { id: early.id })
    await at.gateway.publishEvent(heatMapChanged, { weekendId })
    await socket.next('heat_map_updated')
    expect(socket.of('poll_update').map(votesOf).at(-1)).toBe(2)
  })
})

describe('heat map and engagement board', () => {
  test('sends heat map and engagement board to followers of the weekend', async () => {
    const { ann, weekendId } = at.prepare()
    const socket = await at.follow(ann)
    await at.gateway.publishEvent(heatMapChanged, { weekendId })
    expect((await socket.next('heat_map_updated')).data).toEqual({ weekendId })
    const board = { weekendId, version: 4, total: 1, entries: [engagementEntry('ann')] }
    await at.gateway.publishEvent(engagementBoardChanged, board)
    expect((await socket.next('engagement_board')).data).toEqual(board)
  })

  test('sends heat map and newest engagement board to new clients', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const socket = await at.follow(ann)
    const board = (version: number) => ({ weekendId, version, total: 1, entries: [engagementEntry(`in ${version}`)] })
    await at.gateway.publishEvent(engagementBoardChanged, board(5))
    await at.gateway.publishEvent(engagementBoardChanged, board(4))
    await at.gateway.publishEvent(heatMapChanged, { weekendId })
    await socket.next('heat_map_updated')
    const late = await at.follow(bob)
    await late.next('heat_map_updated')
    expect((await late.next('engagement_board')).data.version).toBe(5)
    expect(socket.of('engagement_board').map(({ data }) => data.version)).toEqual([5])
  })

  test('notes changes of a weekend that no client follows', async () => {
    const { ann, weekendId } = at.prepare()
    const elsewhere = await at.connect(ann)
    elsewhere.send({ type: 'subscribe', weekendId: null })
    await elsewhere.next('subscribed')
    const began = performance.now()
    await at.gateway.publishEvent(heatMapChanged, { weekendId })
    await at.gateway.publishEvent(pollChanged, poll(weekendId, 1))
    await expect
      .poll(
        async () => (await (await at.follow(ann)).next('subscribed')).data.unchangedForMs < performance.now() - began,
      )
      .toBe(true)
  })
})

describe('reactions', () => {
  test('sends reactions to a result to all clients of the weekend, and to new ones', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const socket = await at.follow(ann)
    await at.gateway.publishEvent(reactionsCounted, onResult(weekendId, 11, 1))
    await at.gateway.publishEvent(reactionsCounted, onResult(weekendId, 12, 5))
    await at.gateway.publishEvent(reactionsCounted, onResult(weekendId, 11, 2))
    await socket.next('engagement_update', ({ data }) => data.subject.id === 12 && data.counts.fire === 5)
    await socket.next('engagement_update', ({ data }) => data.subject.id === 11 && data.counts.fire === 2)
    const late = await at.follow(bob)
    await late.next('engagement_update', ({ data }) => data.subject.id === 11 && data.counts.fire === 2)
    await late.next('engagement_update', ({ data }) => data.subject.id === 12)
  })

  test('sends reactions to a message of a group to members only', async () => {
    const { ann, bob, weekendId, groupId, join } = groups.prepare()
    await join(ann)
    const member = await groups.follow(ann, weekendId, groupId)
    const other = await at.follow(bob)
    const inGroup = { weekendId, groupId, subject: { type: 'message' as const, id: 9 }, counts: { ...counts, wow: 1 } }
    await at.gateway.publishEvent(reactionsCounted, inGroup)
    await at.gateway.publishEvent(reactionsCounted, onResult(weekendId, 11, 1))
    expect((await member.next('engagement_update', ({ data }) => data.groupId === groupId)).data).toEqual(inGroup)
    await other.next('engagement_update', ({ data }) => data.subject.id === 11)
    expect(other.of('engagement_update').map(({ data }) => data.groupId)).toEqual([null])
    expect(member.of('engagement_update').filter(({ data }) => data.groupId === null)).toHaveLength(1)
  })
})

describe('own reactions', () => {
  test('sends own reactions once to all screens of the user, and to no other user', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const idle = await at.connect(ann)
    idle.send({ type: 'subscribe', weekendId: null })
    await idle.next('subscribed')
    const [socket, other] = [await at.follow(ann), await at.follow(bob)]
    const { counts: _, ...reactionSubject } = onResult(weekendId, 11, 1)
    const { userId } = ann.session
    const reactions = { ...reactionSubject, yours: ['fire' as const] }
    const { id } = await at.gateway.publishEvent(ownReactionsChanged, { userId, ...reactions })
    await at.gateway.publishEvent(ownReactionsChanged, { userId, ...reactions }, { id })
    await at.gateway.publishEvent(ownReactionsChanged, { userId, ...reactionSubject, yours: [] })
    for (const screen of [socket, idle]) {
      await screen.next('own_reactions', ({ data }) => data.yours.length === 0)
      expect(screen.of('own_reactions').map(({ data }) => data)).toEqual([reactions, { ...reactionSubject, yours: [] }])
    }
    await at.gateway.publishEvent(heatMapChanged, { weekendId })
    await other.next('heat_map_updated')
    expect(other.of('own_reactions')).toEqual([])
  })
})

describe('notifications', () => {
  test('sends notifications to all sockets of their user, and to no other user', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const idle = await at.connect(ann)
    idle.send({ type: 'subscribe', weekendId: null })
    const sockets = [await at.follow(ann), idle]
    const others = await at.follow(bob)
    const id = nextId()
    const mine = sent(ann.session.userId, id, { weekendId })
    await at.gateway.publishEvent(notificationsMade, {
      notifications: [mine, sent(bob.session.userId, id + 1, { weekendId }), sent('unconnected user', id + 2)],
    })
    const { userId: _, ...expectedData } = mine
    for (const socket of sockets) expect((await socket.next('notification')).data).toEqual(expectedData)
    expect((await others.next('notification')).data.id).toBe(id + 1)
    for (const socket of [...sockets, others]) expect(socket.of('notification')).toHaveLength(1)
  })

  test('sends a redelivered notification once', async () => {
    const { ann, weekendId } = at.prepare()
    const socket = await at.follow(ann)
    const first = nextId()
    const notifications = [sent(ann.session.userId, first, { weekendId })]
    const { id } = await at.gateway.publishEvent(notificationsMade, { notifications })
    await at.gateway.publishEvent(notificationsMade, { notifications }, { id })
    await at.gateway.publishEvent(notificationsMade, {
      notifications: [sent(ann.session.userId, first + 1, { weekendId })],
    })
    await socket.next('notification', ({ data }) => data.id === first + 1)
    expect(socket.of('notification').map(({ data }) => data.id)).toEqual([first, first + 1])
  })

  test('drops states but no notification under backpressure', async () => {
    const { ann, weekendId } = at.prepare()
    const socket = await at.follow(ann)
    simulateBackpressure()
    await at.gateway.publishEvent(pollChanged, poll(weekendId, 1))
    const ids = [nextId(), nextId(), nextId()]
    for (const id of ids)
      await at.gateway.publishEvent(notificationsMade, { notifications: [sent(ann.session.userId, id, { weekendId })] })
    await socket.next('notification', ({ data }) => data.id === ids[2])
    expect(socket.of('notification').map(({ data }) => data.id)).toEqual(ids)
    expect(socket.of('poll_update')).toEqual([])
  })

  test('sends the newest unread count to other screens when notifications are read on one', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const [socket, other] = [await at.follow(ann), await at.follow(bob)]
    const userId = ann.session.userId
    for (const count of [4, 3, 2, 1, 0]) await at.gateway.publishEvent(notificationsRead, { userId, weekendId, count })
    await socket.next('notification_count', ({ data }) => data.weekendId === weekendId && data.count === 0)
    expect(socket.of('notification_count').length).toBeLessThan(5)
    await at.gateway.publishEvent(notificationsRead, { userId, weekendId: null, count: null })
    await socket.next('notification_count', ({ data }) => data.weekendId === null)
    expect(other.of('notification_count')).toEqual([])
  })

  test('counts notifications made just before a subscription as changes', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const witness = await at.follow(bob)
    const began = performance.now()
    const notifications = [sent(ann.session.userId, nextId(), { weekendId }), sent(bob.session.userId, nextId())]
    await at.gateway.publishEvent(notificationsMade, { notifications })
    await witness.next('notification')
    const socket = await at.connect(ann)
    socket.send({ type: 'subscribe', weekendId: null })
    expect((await socket.next('subscribed')).data.unchangedForMs).toBeLessThan(performance.now() - began)
  })
})
