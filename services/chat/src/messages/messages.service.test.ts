import type { Message } from '@purple-sector/contracts/chat/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatUnderTest, startChat } from '../testing/chat-under-test.ts'

let chat: ChatUnderTest
beforeAll(async () => {
  chat = await startChat()
})
afterAll(() => chat?.close())

describe('a weekend’s room', () => {
  test('shows to everybody what was written, in order, with names as they are now', async () => {
    const { id } = await chat.weekend()
    const path = `/api/weekends/${id}/chat`
    const ann = await chat.person({ username: 'ann' }, { trackStatus: 'at_track', chatStatus: 'Row 12' })
    const bob = await chat.person({ username: 'bob' })
    const first = await chat.say(ann, path, '  Lights\nout! ')
    const second = await chat.say(bob, path, 'Go!')
    expect(first).toMatchObject({
      ...{ weekendId: id, groupId: null, userId: ann.id, userName: 'ann', message: 'Lights out!', sentAs: null },
      user: { username: 'ann', trackStatus: 'at_track', chatStatus: 'Row 12' },
    })
    expect(second.id).toBeGreaterThan(first.id)
    expect((await bob.call<Message[]>('GET', path)).body).toEqual([first, second])
    expect((await bob.call<Message[]>('GET', `${path}?after=${first.id}`)).body).toEqual([second])
    expect((await bob.call<Message[]>('GET', `${path}?before=${second.id}`)).body).toEqual([first])
  })
})
