import { messageSent } from '@purple-sector/contracts/chat/events'
import type { Message, Room } from '@purple-sector/contracts/chat/http'
import { membershipChanged } from '@purple-sector/contracts/groups/events'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { aMembership, aUser } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startChat, type TestChat } from '../../test/create-test-chat.ts'

let chat: TestChat
beforeAll(async () => {
  chat = await startChat()
})
afterAll(() => chat?.close())

test('serves concurrent writes, reads, deletions, mutes and membership changes without deadlocks', async () => {
  const founder = await chat.createPerson()
  const group = await chat.createGroup(founder)
  const [ofGroup, ofWeekend] = [`/api/groups/${group.id}/chat`, `/api/weekends/${group.weekendId}/chat`]
  const people = await Promise.all(Array.from({ length: 12 }, () => chat.createPerson()))
  for (const person of people) await chat.join(group, person)
  const statuses = new Set<string>()
  const requests = people.flatMap((person, nth) =>
    [ofGroup, ofWeekend].map(async (path) => {
      for (let round = 0; round < 4; round += 1) {
        const { body, status } = await person.call<Message>('POST', path, { message: `${nth}.${round}` })
        statuses.add(`POST ${status}`)
        const markReply = await person.call('PUT', `${path}/read`, { messageId: body.id ?? 1 })
        statuses.add(`PUT ${markReply.status}`)
        if (path === ofGroup && round % 2 === 0) {
          const deleteReply = await person.call('DELETE', `${path}/${body.id ?? 1}`)
          statuses.add(`DELETE ${deleteReply.status}`)
        }
      }
    }),
  )
  const membershipChanges = people.slice(0, 6).map(async ({ id: userId }) => {
    const member = { groupId: group.id, weekendId: group.weekendId, userId }
    for (const deleted of [true, false, true])
      await chat.publishEvent(membershipChanged, aMembership({ ...member, deleted }))
  })
  const mutes = people.slice(4, 8).map(async ({ id }) => {
    const until = new Date(Date.now() + 60_000).toISOString()
    await chat.admin('PUT', `/api/admin/chat/mutes/${id}`, { until, reason: 'Cool down' })
    await chat.admin('DELETE', `/api/admin/chat/mutes/${id}`)
  })
  const accountDeletions = people
    .slice(10)
    .map(({ id }) => chat.publishEvent(userChanged, aUser({ id, deleted: true })))
  await Promise.all([...requests, ...membershipChanges, ...mutes, ...accountDeletions])
  expect([...statuses].filter((status) => /5\d\d$/.test(status))).toEqual([])
  for (const path of [ofGroup, ofWeekend]) {
    const { body: room } = await founder.call<Room>('GET', `${path}/room`)
    const { body: messages } = await founder.call<Message[]>('GET', `${path}?limit=200`)
    expect(messages).toHaveLength(room.messageCount)
  }
  const stored = await chat.database('messages').select('id')
  await vi.waitFor(() => expect(chat.probe.seen(messageSent)).toHaveLength(stored.length), { timeout: 30_000 })
  expect(JSON.stringify(chat.lines)).not.toContain('deadlock')
}, 120_000)
