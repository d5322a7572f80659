import type { Message } from '@purple-sector/contracts/chat/http'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { aUser } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChat, type TestChat } from '../../test/create-test-chat.ts'

let chat: TestChat
beforeAll(async () => {
  chat = await startChat()
})
afterAll(() => chat?.close())

describe('reading a weekend’s room', () => {
  test('lists messages in order with the current names of their authors', async () => {
    const { id } = await chat.createWeekend()
    const path = `/api/weekends/${id}/chat`
    const ann = await chat.createPerson({ username: 'ann' }, { trackStatus: 'at_track', chatStatus: 'Row 12' })
    const bob = await chat.createPerson({ username: 'bob' })
    const first = await chat.sendMessage(ann, path, '  Lights\nout! ')
    const second = await chat.sendMessage(bob, path, 'Go!')
    expect(first).toMatchObject({
      ...{ weekendId: id, groupId: null, userId: ann.id, userName: 'ann', message: 'Lights out!', sentAs: null },
      user: { username: 'ann', trackStatus: 'at_track', chatStatus: 'Row 12' },
    })
    expect(second.id).toBeGreaterThan(first.id)
    expect((await bob.call<Message[]>('GET', path)).body).toEqual([first, second])
    expect((await bob.call<Message[]>('GET', `${path}?after=${first.id}`)).body).toEqual([second])
    expect((await bob.call<Message[]>('GET', `${path}?before=${second.id}`)).body).toEqual([first])
  })

  test('sends Last-Changed of the newest message of the page, and none for an empty page', async () => {
    const { id } = await chat.createWeekend()
    const path = `/api/weekends/${id}/chat`
    const ann = await chat.createPerson()
    const fetchLastChanged = async (query = '') => (await ann.call('GET', `${path}${query}`)).headers['last-changed']
    expect(await fetchLastChanged()).toBeUndefined()
    const [first, second] = [
      await chat.sendMessage(ann, path, 'Lights out!'),
      await chat.sendMessage(ann, path, 'Crash!'),
    ]
    expect(await fetchLastChanged()).toBe(second.createdAt)
    expect(await fetchLastChanged(`?before=${second.id}`)).toBe(first.createdAt)
  })

  test('shows authors of deleted accounts as Anonymous, also after a request in flight', async () => {
    const { id } = await chat.createWeekend()
    const path = `/api/weekends/${id}/chat`
    const [ann, bob] = [await chat.createPerson({ username: 'gone' }), await chat.createPerson()]
    await chat.sendMessage(ann, path, 'Bye')
    await chat.publishEvent(userChanged, aUser({ id: ann.id, deleted: true }))
    await expect.poll(() => chat.database('users').where({ id: ann.id }), { timeout: 30_000 }).toEqual([])
    expect(await ann.call('POST', path, { message: 'One more' })).toMatchObject({ status: 401 })
    const { body } = await bob.call<Message[]>('GET', path)
    expect(body).toMatchObject([{ userName: 'Anonymous', user: { username: null }, message: 'Bye' }])
    expect(await chat.database('users').where({ id: ann.id })).toEqual([])
  })
})
