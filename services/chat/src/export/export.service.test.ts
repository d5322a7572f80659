import { exportOf } from '@purple-sector/contracts/every-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChat, type TestChat } from '../../test/create-test-chat.ts'

let chat: TestChat
beforeAll(async () => {
  chat = await startChat()
})
afterAll(() => chat?.close())

test('exports a user’s messages with room and time, their read marks and their mute', async () => {
  const [ann, bob] = [await chat.createPerson({ username: 'ann' }), await chat.createPerson({ username: 'bob' })]
  const weekend = await chat.createWeekend({ name: 'Bathurst 1000' })
  const group = await chat.createGroup(ann, { name: 'Pit Wall', weekendId: weekend.id })
  const [ofWeekend, ofGroup] = [`/api/weekends/${weekend.id}/chat`, `/api/groups/${group.id}/chat`]
  const first = await chat.sendMessage(ann, ofWeekend, 'Lights out!')
  await chat.sendMessage(bob, ofWeekend, 'Not of ann')
  const second = await chat.sendMessage(ann, ofGroup, 'Among us')
  await ann.call('DELETE', `${ofGroup}/${second.id}`)
  await ann.call('PUT', `${ofWeekend}/read`, { messageId: first.id })
  const until = '2999-01-01T00:00:00+00:00'
  await chat.database('mutes').insert({ user_id: ann.id, by_id: 'chief', reason: 'Cool down', until })
  const [inWeekend, inGroup] = [
    { room: 'Bathurst 1000', weekendId: weekend.id, groupId: null },
    { room: 'Pit Wall', weekendId: null, groupId: group.id },
  ]
  const outcome = await chat.request(exportOf('chat'), { params: { userId: ann.id } })
  expect(outcome).toMatchObject({
    kind: 'reply',
    reply: {
      messages: [
        { ...inWeekend, message: 'Lights out!', createdAt: expect.any(String), deletedAt: null },
        { ...inGroup, message: 'Among us', deletedAt: expect.any(String) },
      ],
      reads: [{ ...inWeekend, lastReadId: first.id }],
      mutes: [{ until, reason: 'Cool down' }],
    },
  })
  expect(JSON.stringify(outcome)).not.toContain('Not of ann')
})
