import { adminActed, messageDeleted } from '@purple-sector/contracts/chat/events'
import type { Message, ModeratedMessage, Room } from '@purple-sector/contracts/chat/http'
import { anAdmin } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startChat, type TestChat } from '../../test/create-test-chat.ts'

let chat: TestChat
let chief: Person
let ann: Person
let bob: Person
beforeAll(async () => {
  chat = await startChat()
  chief = await chat.createPerson(anAdmin({ username: 'race.control' }), { isAdmin: true })
  ann = await chat.createPerson({ username: 'ann' })
  bob = await chat.createPerson({ username: 'bob' })
})
afterAll(() => chat?.close())

const reason = 'Insults other fans.'
const readTexts = async (person: Person, path: string) =>
  (await person.call<Message[]>('GET', path)).body.map(({ message }) => message)
const deletionsOf = (id: number) => chat.probe.seen(messageDeleted).filter(({ data }) => data.id === id)
const actsOn = (id: number) => chat.probe.seen(adminActed).filter(({ data }) => data.subject.id === String(id))
const listModerated = async (query: string) =>
  (await chief.call<ModeratedMessage[]>('GET', `/api/admin/chat/messages?${query}`)).body

describe('deletion by an administrator', () => {
  test('deletes a message of a weekend’s room, and publishes and audits it once with text and reason', async () => {
    const { id: weekendId } = await chat.createWeekend()
    const path = `/api/weekends/${weekendId}/chat`
    const message = await chat.sendMessage(ann, path, 'absolute donkeys')
    await chat.sendMessage(bob, path, 'Go!')
    for (let each = 0; each < 2; each++) {
      const reply = await chief.call('DELETE', `/api/admin/chat/weekend/${message.id}`, { reason: ` ${reason} ` })
      expect(reply.status).toBe(204)
    }
    expect(await readTexts(bob, path)).toEqual(['Go!'])
    expect((await bob.call<Room>('GET', `${path}/room`)).body.messageCount).toBe(1)
    const published = await chat.probe.next(messageDeleted, ({ id }) => id === message.id)
    expect(published.data).toEqual({ id: message.id, weekendId, groupId: null, messageCount: 1 })

    // Events of the second attempt would have arrived before those of the next deletion.
    const last = await chat.sendMessage(ann, path, 'Last')
    await chief.call('DELETE', `/api/admin/chat/weekend/${last.id}`, { reason })
    await chat.probe.next(adminActed, ({ subject }) => subject.id === String(last.id))
    await chat.probe.next(messageDeleted, ({ id }) => id === last.id)
    expect(deletionsOf(message.id)).toHaveLength(1)
    const { userId, createdAt } = message
    expect(actsOn(message.id).map(({ data }) => data)).toMatchObject([
      {
        actor: { id: chief.id, username: 'race.control' },
        action: 'message.deleted',
        subject: { type: 'message' },
        before: { weekendId, groupId: null, userId, message: 'absolute donkeys', createdAt },
        after: { reason },
      },
    ])
    const [, , first] = await listModerated(`weekendId=${weekendId}`)
    expect(first).toEqual({
      ...message,
      roomName: expect.any(String),
      deleted: { at: expect.any(String), by: 'race.control', reason },
    })
  })

  test('deletes messages in groups whose room the administrator cannot read', async () => {
    const group = await chat.createGroup(ann)
    const path = `/api/groups/${group.id}/chat`
    const { id } = await chat.sendMessage(ann, path, 'FREE TIPS')
    for (const url of [path, `${path}/room`, `${path}/deletions`])
      expect((await chief.call('GET', url)).status).toBe(404)
    expect((await chief.call('DELETE', `${path}/${id}`, { reason })).status).toBe(404)
    expect(await listModerated(`groupId=${group.id}`)).toMatchObject([
      { id, groupId: group.id, roomName: group.name, deleted: null },
    ])
    expect((await chief.call('DELETE', `/api/admin/chat/group/${id}`, { reason })).status).toBe(204)
    expect(await readTexts(ann, path)).toEqual([])
  })

  test.each([
    ['without a body', undefined],
    ['without a reason', {}],
    ['with an empty reason', { reason: '  ' }],
    ['with a reason of 501 characters', { reason: 'x'.repeat(501) }],
  ])('is rejected %s and leaves the message', async (_, body) => {
    const { id: weekendId } = await chat.createWeekend()
    const path = `/api/weekends/${weekendId}/chat`
    const { id } = await chat.sendMessage(ann, path, 'Stays')
    expect((await chief.call('DELETE', `/api/admin/chat/weekend/${id}`, body)).status).toBe(400)
    expect(await readTexts(ann, path)).toEqual(['Stays'])
  })

  test('returns 404 for a message of another room type', async () => {
    const { id: weekendId } = await chat.createWeekend()
    const { id } = await chat.sendMessage(ann, `/api/weekends/${weekendId}/chat`, 'Stays')
    for (const path of [`group/${id}`, 'weekend/987654']) {
      const { status, body } = await chief.call('DELETE', `/api/admin/chat/${path}`, { reason })
      expect([path, status, body]).toMatchObject([path, 404, { code: 'MESSAGE_NOT_FOUND' }])
    }
  })
})

describe('the deletion log of a group', () => {
  test('lists messages deleted with a reason for the group’s admin only, newest first', async () => {
    const group = await chat.createGroup(ann)
    await chat.join(group, bob)
    const path = `/api/groups/${group.id}/chat`
    const [first, second, own] = [
      await chat.sendMessage(bob, path, 'First'),
      await chat.sendMessage(bob, path, 'Second'),
      await chat.sendMessage(bob, path, 'Own'),
    ]
    await bob.call('DELETE', `${path}/${own.id}`)
    await ann.call('DELETE', `${path}/${first.id}`, { reason: 'Off topic' })
    await chief.call('DELETE', `/api/admin/chat/group/${second.id}`, { reason })
    const { status, body } = await ann.call('GET', `${path}/deletions`)
    const by = { at: expect.any(String), userName: 'bob' }
    expect([status, body]).toEqual([
      200,
      [
        { ...by, messageId: second.id, message: 'Second', by: 'race.control', reason },
        { ...by, messageId: first.id, message: 'First', by: 'ann', reason: 'Off topic' },
      ],
    ])
    expect(await bob.call('GET', `${path}/deletions`)).toMatchObject({ status: 403, body: { code: 'NOT_GROUP_ADMIN' } })
  })
})
