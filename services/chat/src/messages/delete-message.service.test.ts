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
  founder = await chat.createPerson({ username: 'founder' })
  member = await chat.createPerson({ username: 'member' })
  group = await chat.createGroup(founder)
  path = `/api/groups/${group.id}/chat`
  await chat.join(group, member)
})
afterAll(() => chat?.close())

const readTexts = async (): Promise<string[]> =>
  (await founder.call<Message[]>('GET', path)).body.map(({ message }) => message)
const deletionsOf = (id: number) => chat.probe.seen(messageDeleted).filter(({ data }) => data.id === id)

describe('deleting a message of a group', () => {
  test('lets the author delete a message, publishes it once and accepts a repetition', async () => {
    await chat.sendMessage(founder, path, 'Stays')
    const { id } = await chat.sendMessage(member, path, 'Goes')
    expect(await member.call('DELETE', `${path}/${id}`)).toMatchObject({ status: 204 })
    expect(await readTexts()).toEqual(['Stays'])
    expect(await member.call('DELETE', `${path}/${id}`)).toMatchObject({ status: 204 })
    await vi.waitFor(() => expect(deletionsOf(id)).toHaveLength(1), { timeout: 30_000 })
    expect(deletionsOf(id)[0]?.data).toEqual({ id, weekendId: null, groupId: group.id, messageCount: 1 })
  })

  test('lets the group’s admin delete a message with a reason, which is stored', async () => {
    const { id } = await chat.sendMessage(member, path, 'Off topic')
    expect(await founder.call('DELETE', `${path}/${id}`)).toMatchObject({ status: 400 })
    expect(await founder.call('DELETE', `${path}/${id}`, { reason: ' ' })).toMatchObject({ status: 400 })
    expect(await founder.call('DELETE', `${path}/${id}`, { reason: 'Keep to racing' })).toMatchObject({ status: 204 })
    expect(await chat.database('messages').where({ id }).first('deleted_by', 'delete_reason', 'text')).toEqual({
      ...{ deleted_by: founder.id, delete_reason: 'Keep to racing', text: 'Off topic' },
    })
  })

  test('rejects other members and users who are no members', async () => {
    const { id } = await chat.sendMessage(founder, path, 'Mine')
    expect(await member.call('DELETE', `${path}/${id}`, { reason: 'Envy' })).toMatchObject({
      ...{ status: 403, body: { code: 'NOT_YOUR_MESSAGE' } },
    })
    const stranger = await chat.createPerson()
    expect(await stranger.call('DELETE', `${path}/${id}`)).toMatchObject({
      ...{ status: 404, body: { code: 'GROUP_NOT_FOUND' } },
    })
  })

  test('returns 404 for an unknown message and for a message of another room', async () => {
    const other = await chat.createGroup(member)
    const messageOfOtherRoom = await chat.sendMessage(member, `/api/groups/${other.id}/chat`, 'Elsewhere')
    const messageOfWeekend = await chat.sendMessage(member, `/api/weekends/${group.weekendId}/chat`, 'For everybody')
    for (const id of [999_999, messageOfOtherRoom.id, messageOfWeekend.id])
      expect(await member.call('DELETE', `${path}/${id}`)).toMatchObject({
        ...{ status: 404, body: { code: 'MESSAGE_NOT_FOUND' } },
      })
  })

  test('keeps the message count right when members write and delete concurrently', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => chat.createPerson()))
    for (const person of people) await chat.join(group, person)
    const before = await readTexts()
    await Promise.all(
      people.map(async (person) => {
        const { id } = await chat.sendMessage(person, path, 'Goes')
        const deletions = [person.call('DELETE', `${path}/${id}`), person.call('DELETE', `${path}/${id}`)]
        await Promise.all([chat.sendMessage(person, path, 'Stays'), ...deletions])
      }),
    )
    const { body } = await founder.call<Room>('GET', `${path}/room`)
    expect(body.messageCount).toBe(before.length + people.length)
    expect(await readTexts()).toHaveLength(body.messageCount)
  })
})
