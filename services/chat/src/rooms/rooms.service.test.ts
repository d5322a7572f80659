import type { Room } from '@purple-sector/contracts/chat/http'
import { membershipChanged } from '@purple-sector/contracts/groups/events'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { aFan, aMembership, aUser } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Person, startChat, type TestChat } from '../../test/create-test-chat.ts'
import { ROOMS_OF_USER } from './room-read-model.ts'

let chat: TestChat
let ann: Person
let bob: Person
beforeAll(async () => {
  chat = await startChat()
  ann = await chat.createPerson({ username: 'ann' })
  bob = await chat.createPerson({ username: 'bob' })
})
afterAll(() => chat?.close())

const fetchRoom = async (person: Person, path: string): Promise<Room> => {
  const { status, body } = await person.call<Room>('GET', `${path}/room`)
  expect(status).toBe(200)
  return body
}
const markRead = (person: Person, path: string, messageId: number) =>
  person.call<Room>('PUT', `${path}/read`, { messageId })

describe('the state of a room for a user', () => {
  test('counts unread messages of other users, never the user’s own', async () => {
    const { id } = await chat.createWeekend()
    const path = `/api/weekends/${id}/chat`
    expect(await fetchRoom(ann, path)).toEqual({
      ...{
        weekendId: id,
        groupId: null,
        slowModeSeconds: 0,
        messageCount: 0,
        lastReadId: null,
        unread: 0,
        muted: null,
      },
    })
    const first = await chat.sendMessage(bob, path, 'One')
    await chat.sendMessage(ann, path, 'Two')
    await chat.sendMessage(bob, path, 'Three')
    expect(await fetchRoom(ann, path)).toMatchObject({ messageCount: 3, lastReadId: null, unread: 2 })
    const reply = await markRead(ann, path, first.id)
    expect(reply).toMatchObject({ status: 200, body: { weekendId: id, lastReadId: first.id, unread: 1 } })
    expect(await fetchRoom(bob, path)).toMatchObject({ lastReadId: null, unread: 1 })
  })

  test('moves the read mark forward only, and never beyond the last message', async () => {
    const { id } = await chat.createWeekend()
    const path = `/api/weekends/${id}/chat`
    const first = await chat.sendMessage(bob, path, 'One')
    const last = await chat.sendMessage(bob, path, 'Two')
    expect((await markRead(ann, path, Number.MAX_SAFE_INTEGER)).body).toMatchObject({ lastReadId: last.id, unread: 0 })
    expect((await markRead(ann, path, first.id)).body).toMatchObject({ lastReadId: last.id })
    await Promise.all([first.id, last.id, first.id, last.id].map((messageId) => markRead(bob, path, messageId)))
    expect(await fetchRoom(bob, path)).toMatchObject({ lastReadId: last.id })
  })

  test.each([0, -1, 1.5, '1', null])('rejects the read mark %j', async (messageId) => {
    const { id } = await chat.createWeekend()
    expect(await ann.call('PUT', `/api/weekends/${id}/chat/read`, { messageId })).toMatchObject({ status: 400 })
  })

  test('counts at most a hundred unread messages, and no deleted messages', async () => {
    const group = await chat.createGroup(ann)
    await chat.join(group, bob)
    await chat.insertMessages({ type: 'group', id: group.id }, bob, 99)
    const path = `/api/groups/${group.id}/chat`
    const last = await chat.sendMessage(bob, path, 'Ninety-nine and one')
    expect(await fetchRoom(ann, path)).toMatchObject({ messageCount: 100, unread: 100 })
    await chat.sendMessage(bob, path, 'More')
    expect(await fetchRoom(ann, path)).toMatchObject({ messageCount: 101, unread: 100 })
    for (const { id } of [last, { id: last.id - 1 }])
      expect((await bob.call('DELETE', `${path}/${id}`)).status).toBe(204)
    expect(await fetchRoom(ann, path)).toMatchObject({ messageCount: 99, unread: 99 })
  })

  test('counts no messages from before the user joined or rejoined as unread', async () => {
    const group = await chat.createGroup(bob)
    const path = `/api/groups/${group.id}/chat`
    await chat.sendMessage(bob, path, 'Before')
    await chat.join(group, ann)
    expect(await fetchRoom(ann, path)).toMatchObject({ messageCount: 1, unread: 0 })
    await chat.sendMessage(bob, path, 'After')
    expect(await fetchRoom(ann, path)).toMatchObject({ unread: 1 })
    const joinedAt = new Date().toISOString()
    const newMembership = aMembership({ groupId: group.id, weekendId: group.weekendId, userId: ann.id, joinedAt })
    await chat.publishEvent(membershipChanged, newMembership)
    await vi.waitFor(async () => expect(await fetchRoom(ann, path)).toMatchObject({ unread: 0 }), { timeout: 30_000 })
  })

  test('counts unread messages since the registration, also in a room never opened', async () => {
    const { id } = await chat.createWeekend()
    const path = `/api/weekends/${id}/chat`
    await chat.sendMessage(bob, path, 'Long ago')
    const cal = await chat.createPerson()
    const rooms = async () => (await cal.call<Room[]>('GET', `/api/chat/rooms?weekendId=${id}`)).body
    expect(await fetchRoom(cal, path)).toMatchObject({ messageCount: 1, lastReadId: null, unread: 0 })
    expect(await rooms()).toMatchObject([{ unread: 0 }])
    await chat.sendMessage(bob, path, 'Just now')
    expect(await fetchRoom(cal, path)).toMatchObject({ lastReadId: null, unread: 1 })
    expect(await rooms()).toMatchObject([{ unread: 1 }])
    await chat.publishEvent(userChanged, aUser({ id: cal.id, username: 'cal_again' }))
    await chat.waitUntilIdle()
    expect(await fetchRoom(cal, path)).toMatchObject({ unread: 1 })
  })

  test('counts nothing as unread for a user who is not replicated yet', async () => {
    const { id } = await chat.createWeekend()
    const path = `/api/weekends/${id}/chat`
    await chat.sendMessage(bob, path, 'Long ago')
    const newcomer = await chat.as(aFan())
    expect((await newcomer<Room>('GET', `${path}/room`)).body).toMatchObject({ messageCount: 1, unread: 0 })
    expect((await newcomer<Room[]>('GET', `/api/chat/rooms?weekendId=${id}`)).body).toMatchObject([{ unread: 0 }])
  })

  test('includes a mute until it ends', async () => {
    const { id } = await chat.createWeekend()
    const cal = await chat.createPerson()
    const mute = { user_id: cal.id, by_id: 'chief', reason: 'Cool down' }
    await chat.database('mutes').insert({ ...mute, until: '2999-01-01T00:00:00Z' })
    const path = `/api/weekends/${id}/chat`
    expect((await fetchRoom(cal, path)).muted).toEqual({ until: '2999-01-01T00:00:00.000Z', reason: 'Cool down' })
    await chat.database('mutes').where({ user_id: cal.id }).update({ until: '2020-01-01T00:00:00Z' })
    expect((await fetchRoom(cal, path)).muted).toBeNull()
  })

  test('returns 404 to users who are not in the group', async () => {
    const { id } = await chat.createGroup(bob)
    const cal = await chat.createPerson()
    for (const [method, path, body] of [
      ['GET', 'room', undefined],
      ['PUT', 'read', { messageId: 1 }],
    ] as const)
      expect(await cal.call(method, `/api/groups/${id}/chat/${path}`, body)).toMatchObject({
        ...{ status: 404, body: { code: 'GROUP_NOT_FOUND' } },
      })
    expect(await cal.call('GET', '/api/weekends/999999/chat/room')).toMatchObject({
      ...{ status: 404, body: { code: 'WEEKEND_NOT_FOUND' } },
    })
  })
})

describe('listing rooms of a user', () => {
  test('returns the rooms of their groups and of the requested weekend', async () => {
    const cal = await chat.createPerson()
    const [ownGroup, other] = [await chat.createGroup(cal), await chat.createGroup(bob)]
    await chat.sendMessage(bob, `/api/groups/${other.id}/chat`, 'Not for everybody')
    const listRefs = async (query: string) =>
      (await cal.call<Room[]>('GET', `/api/chat/rooms${query}`)).body.map(({ weekendId, groupId }) => ({
        ...{ weekendId, groupId },
      }))
    const group = { weekendId: null, groupId: ownGroup.id }
    expect(await listRefs('')).toEqual([group])
    expect(await listRefs(`?weekendId=${other.weekendId}`)).toEqual([
      { weekendId: other.weekendId, groupId: null },
      group,
    ])
    expect(await listRefs('?weekendId=999999999999')).toEqual([group])
    expect(await cal.call('GET', '/api/chat/rooms?weekendId=x')).toMatchObject({ status: 400 })
  })

  test('runs one statement that counts with an index-only scan', async () => {
    const busyWeekend = await chat.createWeekend()
    const fan = await chat.createPerson()
    await chat.insertMessages({ type: 'weekend', id: busyWeekend.id }, bob, 100_000)
    for (let nth = 0; nth < 50; nth += 1) {
      const [id, weekend_id] = [700_000 + nth, busyWeekend.id]
      await chat.database('groups').insert({ id, weekend_id, creator_id: bob.id })
      await chat.database('memberships').insert({ group_id: id, user_id: fan.id, joined_at: new Date() })
      await chat.insertMessages({ type: 'group', id }, bob, 300)
    }
    await chat.database.raw('vacuum analyze messages')
    const query = ROOMS_OF_USER.replaceAll(/(?<!:):(userId|weekendId)/g, (_, name: string) =>
      name === 'userId' ? `'${fan.id}'` : String(busyWeekend.id),
    )
    const { rows } = await chat.database.raw<{ rows: { 'QUERY PLAN': [{ Plan: Plan }] }[] }>(
      `explain (analyze, buffers, format json) ${query}`,
    )
    const nodes = nodesOf(rows[0]?.['QUERY PLAN'][0].Plan)
    const messageScans = nodes.filter((node) => node['Relation Name'] === 'messages')
    expect(messageScans.map((node) => node['Node Type'])).toEqual(['Index Only Scan'])
    expect(messageScans[0]).toMatchObject({ 'Index Name': 'messages_room', 'Actual Loops': 51 })
    expect(messageScans[0]?.['Actual Rows']).toBeLessThanOrEqual(100)
    const body = (await fan.call<Room[]>('GET', `/api/chat/rooms?weekendId=${busyWeekend.id}`)).body
    expect(body).toHaveLength(51)
    expect(body.every(({ unread }) => unread === 100)).toBe(true)
  }, 120_000)
})

type Plan = { 'Node Type': string; 'Actual Rows': number; 'Relation Name'?: string; Plans?: Plan[] }

const nodesOf = (plan: Plan | undefined): Plan[] => (plan ? [plan, ...(plan.Plans ?? []).flatMap(nodesOf)] : [])
