import { messageDeleted } from '@purple-sector/contracts/chat/events'
import type { Message, Room } from '@purple-sector/contracts/chat/http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Person, startChat, type TestChat } from '../../test/create-test-chat.ts'

let chat: TestChat
let founder: Person
let member: Person
let group: { id: number; weekendId: number }
let path: string
beforeAll(async () => {
  chat = await startChat()
  founder = await chat.person({ username: 'founder' })
  member = await chat.person({ username: 'member' })
  group = await chat.group(founder)
  path = `/api/groups/${group.id}/chat`
  await chat.join(group, member)
})
afterAll(() => chat?.close())

const texts = async (): Promise<string[]> =>
  (await founder.call<Message[]>('GET', path)).body.map(({ message }) => message)
const deletionsOf = (id: number) => chat.probe.seen(messageDeleted).filter(({ data }) => data.id === id)

describe('deleting a message of a group', () => {
  test('lets the author delete a message, publishes it once and accepts a repetition', async () => {
    await chat.say(founder, path, 'Stays')
    const { id } = await chat.say(member, path, 'Goes')
    expect(await member.call('DELETE', `${path}/${id}`)).toMatchObject({ status: 204 })
    expect(await texts()).toEqual(['Stays'])
    expect(await member.call('DELETE', `${path}/${id}`)).toMatchObject({ status: 204 })
    await vi.waitFor(() => expect(deletionsOf(id)).toHaveLength(1), { timeout: 30_000 })
    expect(deletionsOf(id)[0]?.data).toEqual({ id, weekendId: null, groupId: group.id, messageCount: 1 })
  })

  test('lets the group’s admin delete a message with a reason, which is stored', async () => {
    const { id } = await chat.say(member, path, 'Off topic')
    expect(await founder.call('DELETE', `${path}/${id}`)).toMatchObject({ status: 400 })
    expect(await founder.call('DELETE', `${path}/${id}`, { reason: ' ' })).toMatchObject({ status: 400 })
    expect(await founder.call('DELETE', `${path}/${id}`, { reason: 'Keep to racing' })).toMatchObject({ status: 204 })
    expect(await chat.database('messages').where({ id }).first('deleted_by', 'delete_reason', 'text')).toEqual({
      ...{ deleted_by: founder.id, delete_reason: 'Keep to racing', text: 'Off topic' },
    })
  })

  test('refuses other members and strangers', async () => {
    const { id } = await chat.say(founder, path, 'Mine')
    expect(await member.call('DELETE', `${path}/${id}`, { reason: 'Envy' })).toMatchObject({
      ...{ status: 403, body: { code: 'NOT_YOUR_MESSAGE' } },
    })
    const stranger = await chat.person()
    expect(await stranger.call('DELETE', `${path}/${id}`)).toMatchObject({
      ...{ status: 404, body: { code: 'GROUP_NOT_FOUND' } },
    })
  })

  test('returns 404 for an unknown message and for one of another room', async () => {
    const other = await chat.group(member)
    const elsewhere = await chat.say(member, `/api/groups/${other.id}/chat`, 'Elsewhere')
    const weekends = await chat.say(member, `/api/weekends/${group.weekendId}/chat`, 'For everybody')
    for (const id of [999_999, elsewhere.id, weekends.id])
      expect(await member.call('DELETE', `${path}/${id}`)).toMatchObject({
        ...{ status: 404, body: { code: 'MESSAGE_NOT_FOUND' } },
      })
  })

  test('keeps the message count right when members write and delete concurrently', async () => {
    const crowd = await Promise.all(Array.from({ length: 5 }, () => chat.person()))
    for (const person of crowd) await chat.join(group, person)
    const before = await texts()
    await Promise.all(
      crowd.map(async (person) => {
        const { id } = await chat.say(person, path, 'Goes')
        const twice = [person.call('DELETE', `${path}/${id}`), person.call('DELETE', `${path}/${id}`)]
        await Promise.all([chat.say(person, path, 'Stays'), ...twice])
      }),
    )
    const { body } = await founder.call<Room>('GET', `${path}/room`)
    expect(body.messageCount).toBe(before.length + crowd.length)
    expect(await texts()).toHaveLength(body.messageCount)
  })
})
