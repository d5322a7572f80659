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
  chief = await chat.person(anAdmin({ username: 'race.control' }), { isAdmin: true })
  ann = await chat.person({ username: 'ann' })
  bob = await chat.person({ username: 'bob' })
})
afterAll(() => chat?.close())

const reason = 'Insults other fans.'
const texts = async (who: Person, path: string) =>
  (await who.call<Message[]>('GET', path)).body.map(({ message }) => message)
const deletionsOf = (id: number) => chat.probe.seen(messageDeleted).filter(({ data }) => data.id === id)
const actsOn = (id: number) => chat.probe.seen(adminActed).filter(({ data }) => data.subject.id === String(id))
const moderated = async (query: string) =>
  (await chief.call<ModeratedMessage[]>('GET', `/api/admin/chat/messages?${query}`)).body

describe('deletion by an administrator', () => {
  test('deletes a message of a weekend’s room, and publishes and audits it once with text and reason', async () => {
    const { id: weekendId } = await chat.weekend()
    const path = `/api/weekends/${weekendId}/chat`
    const message = await chat.say(ann, path, 'absolute donkeys')
    await chat.say(bob, path, 'Go!')
    for (let each = 0; each < 2; each++) {
      const reply = await chief.call('DELETE', `/api/admin/chat/weekend/${message.id}`, { reason: ` ${reason} ` })
      expect(reply.status).toBe(204)
    }
    expect(await texts(bob, path)).toEqual(['Go!'])
    expect((await bob.call<Room>('GET', `${path}/room`)).body.messageCount).toBe(1)
    const published = await chat.probe.next(messageDeleted, ({ id }) => id === message.id)
    expect(published.data).toEqual({ id: message.id, weekendId, groupId: null, messageCount: 1 })

    // Events of the second attempt would have arrived before those of the next deletion.
    const last = await chat.say(ann, path, 'Last')
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
    const [, , first] = await moderated(`weekendId=${weekendId}`)
    expect(first).toEqual({
      ...message,
      roomName: expect.any(String),
      deleted: { at: expect.any(String), by: 'race.control', reason },
    })
  })

  test('deletes messages in groups whose room the administrator cannot read', async () => {
    const group = await chat.group(ann)
    const path = `/api/groups/${group.id}/chat`
    const { id } = await chat.say(ann, path, 'FREE TIPS')
    for (const at of [path, `${path}/room`, `${path}/deletions`]) expect((await chief.call('GET', at)).status).toBe(404)
    expect((await chief.call('DELETE', `${path}/${id}`, { reason })).status).toBe(404)
    expect(await moderated(`groupId=${group.id}`)).toMatchObject([
      { id, groupId: group.id, roomName: group.name, deleted: null },
    ])
    expect((await chief.call('DELETE', `/api/admin/chat/group/${id}`, { reason })).status).toBe(204)
    expect(await texts(ann, path)).toEqual([])
  })

  test.each([
    ['without a body', undefined],
    ['without a reason', {}],
    ['with an empty reason', { reason: '  ' }],
    ['with a reason of 501 characters', { reason: 'x'.repeat(501) }],
  ])('is refused %s and leaves the message', async (_, body) => {
    const { id: weekendId } = await chat.weekend()
    const path = `/api/weekends/${weekendId}/chat`
    const { id } = await chat.say(ann, path, 'Stays')
    expect((await chief.call('DELETE', `/api/admin/chat/weekend/${id}`, body)).status).toBe(400)
    expect(await texts(ann, path)).toEqual(['Stays'])
  })

  test('returns 404 for a message of another room type', async () => {
    const { id: weekendId } = await chat.weekend()
    const { id } = await chat.say(ann, `/api/weekends/${weekendId}/chat`, 'Stays')
    for (const at of [`group/${id}`, 'weekend/987654']) {
      const { status, body } = await chief.call('DELETE', `/api/admin/chat/${at}`, { reason })
      expect([at, status, body]).toMatchObject([at, 404, { code: 'MESSAGE_NOT_FOUND' }])
    }
  })
})

describe('the deletion log of a group', () => {
  test('lists messages deleted with a reason for the group’s admin only, newest first', async () => {
    const group = await chat.group(ann)
    await chat.join(group, bob)
    const path = `/api/groups/${group.id}/chat`
    const [first, second, own] = [
      await chat.say(bob, path, 'First'),
      await chat.say(bob, path, 'Second'),
      await chat.say(bob, path, 'Own'),
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
