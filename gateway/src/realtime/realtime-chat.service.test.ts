import { messageDeleted, messageSent, muteChanged, roomChanged } from '@purple-sector/contracts/chat/events'
import type { Message } from '@purple-sector/contracts/chat/http'
import { groupChanged } from '@purple-sector/contracts/groups/events'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { aGroup, aUser, hoursFromNow, nextId } from '@purple-sector/testing/builders'
import { messageReply } from '@purple-sector/testing/replies'
import type { TestSocket } from '@purple-sector/testing/test-socket'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { groupScene } from '../../test/group-scene.ts'
import { realtimeScene } from '../../test/realtime-scene.ts'
import { Client } from './hub/client.ts'

const at = realtimeScene()
const { prepare, follow } = groupScene(at)
afterEach(() => {
  at.gateway.calls.isCut = false
})

/** The messages that a socket received, in the order of its frames. */
const messagesOf = (socket: TestSocket): Message[] =>
  socket.frames.flatMap((frame) => {
    if (frame.type === 'chat_message') return [frame.data]
    return frame.type === 'chat_messages' ? frame.data.messages : []
  })
const idsOf = (socket: TestSocket): number[] => messagesOf(socket).map(({ id }) => id)

const publishMessage = (message: Message, messageCount = 1) =>
  at.gateway.publishEvent(messageSent, { ...message, messageCount })

describe('weekend chat', () => {
  test('sends followers every message, in order and once', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const sockets = [await at.follow(ann), await at.follow(bob)]
    const messages = Array.from({ length: 30 }, () => messageReply({ weekendId }))
    for (const [place, message] of messages.entries()) await publishMessage(message, place + 1)
    for (const message of messages.slice(-3)) await publishMessage(message, 30)
    const last = messageReply({ weekendId })
    await publishMessage(last, 31)
    for (const socket of sockets) {
      await expect.poll(() => idsOf(socket).at(-1)).toBe(last.id)
      expect(idsOf(socket)).toEqual([...messages, last].map(({ id }) => id))
    }
    expect(messagesOf(sockets[0]!).at(-1)).toEqual(last)
    await sockets[0]!.next('chat_room', ({ data }) => data.messageCount === 31)
  })

  test('removes a deleted message from every screen', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const hers = await at.follow(ann)
    const [kept, gone] = [messageReply({ weekendId }), messageReply({ weekendId })]
    await publishMessage(kept, 1)
    await publishMessage(gone, 2)
    const deletion = { id: gone.id, weekendId, groupId: null, messageCount: 1 }
    await at.gateway.publishEvent(messageDeleted, deletion)
    await at.gateway.publishEvent(messageDeleted, deletion)
    const later = messageReply({ weekendId })
    await publishMessage(later, 2)
    await expect.poll(() => idsOf(hers)).toEqual([kept.id, gone.id, later.id])
    const sent = hers.frames.filter(({ type }) => type.startsWith('chat_message'))
    expect(sent.at(-2)).toMatchObject({ type: 'chat_message_deleted', data: { id: gone.id, weekendId } })
    expect(hers.of('chat_message_deleted')).toHaveLength(1)
    // A client that fetched the messages just before it subscribed may still display it.
    const his = await at.follow(bob)
    expect((await his.next('chat_message_deleted')).data.id).toBe(gone.id)
  })

  test('sends slow mode', async () => {
    const { ann, weekendId } = at.prepare()
    const hers = await at.follow(ann)
    expect((await hers.next('chat_room')).data).toMatchObject({ weekendId, slowModeSeconds: 0, messageCount: 0 })
    const slow = { weekendId, groupId: null, slowModeSeconds: 30, deleted: false }
    await at.gateway.publishEvent(roomChanged, slow)
    await hers.next('chat_room', ({ data }) => data.slowModeSeconds === 30)
  })

  test('sends authors as they are now, also those who wrote before this gateway started', async () => {
    const { ann, weekendId } = at.prepare()
    const [early, late, silent] = ['early', 'late', 'silent'].map((name) => aUser({ id: `${name} of ${weekendId}` }))
    at.gateway.state.authors.set(`weekend/${weekendId}`, [early!.id])
    const hers = await at.follow(ann)
    await hers.next('chat_room')
    await publishMessage(messageReply({ weekendId, userId: late!.id }))
    for (const user of [early!, late!, silent!])
      await at.gateway.publishEvent(userChanged, { ...user, trackStatus: 'at_track', chatStatus: 'Turn 1' })
    await at.gateway.publishEvent(userChanged, { ...late!, deleted: true })
    const named = () =>
      new Map(hers.of('chat_people').flatMap(({ data }) => data.people.map((person) => [person.userId, person])))
    await expect.poll(() => named().get(late!.id)?.userName).toBe('Anonymous')
    expect(named().get(early!.id)?.user).toMatchObject({ trackStatus: 'at_track', chatStatus: 'Turn 1' })
    expect(named().get(late!.id)?.user).toMatchObject({ username: null, trackStatus: null })
    expect(named().has(silent!.id)).toBe(false)
  })

  test('sends no outdated name from chat', async () => {
    const { ann, weekendId } = at.prepare()
    const hers = await at.follow(ann)
    const author = aUser({ id: `renamed of ${weekendId}`, username: 'after' })
    await at.gateway.publishEvent(userChanged, author)
    await publishMessage(messageReply({ weekendId, userId: author.id, userName: 'before' }))
    expect((await hers.next('chat_message')).data.userName).toBe('after')
  })

  test('opens the weekend while chat is unavailable, and loads the room later', async () => {
    const { ann, weekendId } = at.prepare()
    let isAway = true
    at.gateway.state.before = (service) => {
      if (service === 'chat' && isAway) throw new Error('away')
    }
    const hers = await at.follow(ann)
    await hers.next('leaderboard_update')
    const message = messageReply({ weekendId })
    await publishMessage(message, 5)
    expect((await hers.next('chat_message')).data).toEqual(message)
    isAway = false
    await hers.next('chat_room', ({ data }) => data.messageCount === 5)
  })
})

describe('group chat', () => {
  const inGroup = (groupId: number) => messageReply({ weekendId: null, groupId })

  test('sends messages to members only, until they leave', async () => {
    const { ann, bob, weekendId, groupId, join } = prepare()
    await join(ann)
    await join(bob)
    const [hers, his] = [await follow(ann, weekendId, groupId), await follow(bob, weekendId, groupId)]
    const [first, second, third] = [inGroup(groupId), inGroup(groupId), inGroup(groupId)]
    await publishMessage(first)
    await his.next('chat_message', ({ data }) => data.id === first.id)
    // In flight to both of them when Bob leaves.
    await publishMessage(second)
    await join(bob, { deleted: true })
    await publishMessage(third)
    await expect.poll(() => idsOf(hers)).toEqual([first.id, second.id, third.id])
    const toAll = messageReply({ weekendId })
    await publishMessage(toAll)
    await expect.poll(() => idsOf(his).at(-1)).toBe(toAll.id)
    expect(idsOf(his)).not.toContain(third.id)
  })

  test('loses no message while the group moves to another weekend', async () => {
    const { ann, weekendId, groupId, join } = prepare()
    await join(ann)
    await at.gateway.publishEvent(groupChanged, aGroup({ id: groupId, weekendId }))
    const hers = await follow(ann, weekendId, groupId)
    const next = weekendId + 1_000
    const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
    at.gateway.state.before = (_, url) =>
      url.startsWith('/internal/leaderboards?') && url.endsWith(`weekend%2F${next}`) ? loaded : undefined
    const [before, meanwhile, after] = [inGroup(groupId), inGroup(groupId), inGroup(groupId)]
    await publishMessage(before)
    await at.gateway.publishEvent(groupChanged, aGroup({ id: groupId, weekendId: next }))
    await publishMessage(meanwhile)
    load()
    await hers.next('leaderboard_update', ({ data }) => data.weekendId === next)
    await publishMessage(after)
    await expect.poll(() => idsOf(hers).at(-1)).toBe(after.id)
    expect(idsOf(hers)).toEqual([before.id, meanwhile.id, after.id])
  })
})

describe('own chat events', () => {
  test('sends a changed user to all their sockets, once', async () => {
    const { ann, bob } = at.prepare()
    const [first, second, his] = [await at.follow(ann), await at.follow(ann), await at.follow(bob)]
    const { userId } = ann.session
    await at.gateway.publishEvent(userChanged, aUser({ id: userId, username: 'renamed' }))
    await at.gateway.publishEvent(userChanged, aUser({ id: userId, username: 'renamed' }), { sequence: 1 })
    for (const socket of [first, second]) await socket.next('user_updated', ({ data }) => data.userId === userId)
    await at.newBoard(6)
    await first.next('leaderboard_update', ({ data }) => data.version === 6)
    expect(first.of('user_updated')).toHaveLength(1)
    expect(his.of('user_updated')).toEqual([])
  })

  test('sends a mute and its end', async () => {
    const { ann } = at.prepare()
    const hers = await at.follow(ann)
    const mute = { userId: ann.session.userId, until: hoursFromNow(1), reason: `Spam ${nextId()}`, deleted: false }
    await at.gateway.publishEvent(muteChanged, mute)
    expect((await hers.next('chat_muted')).data.muted).toEqual({ until: mute.until, reason: mute.reason })
    await at.gateway.publishEvent(muteChanged, { ...mute, until: null })
    await hers.next('chat_muted', ({ data }) => data.muted === null)
  })
})

describe('message storm', () => {
  test('closes the tenth of sockets that reads nothing within ten seconds, and the others miss no message', async () => {
    const { ann, bob, weekendId } = at.prepare()
    const quick = await Promise.all(Array.from({ length: 9 }, () => at.follow(ann)))
    const frozen = await at.follow(bob)
    const closing = vi.spyOn(Client.prototype, 'close')
    onTestFinished(() => closing.mockRestore())
    const isClosedAsTooSlow = () => closing.mock.calls.some(([reason]) => reason === 'tooSlow')
    frozen.tcp().pause()

    const sentIds: number[] = []
    const frozenAt = performance.now()
    while (!isClosedAsTooSlow() && performance.now() - frozenAt < 60_000) {
      // Messages so large that a few fill every buffer of the kernel.
      const message = messageReply({ weekendId, message: 'x'.repeat(200_000) })
      await publishMessage(message, sentIds.push(message.id))
      await Promise.all(
        quick.map((socket) =>
          expect.poll(() => idsOf(socket).at(-1), { timeout: 30_000, interval: 10 }).toBe(message.id),
        ),
      )
    }
    expect(isClosedAsTooSlow()).toBe(true)
    frozen.tcp().resume()
    expect((await frozen.closed).code).toBe(1013)
    expect(closing).toHaveBeenCalledTimes(1)
    for (const socket of quick) {
      expect(idsOf(socket)).toEqual(sentIds)
      expect(socket.ws.readyState).toBe(1)
    }
  }, 90_000)
})
