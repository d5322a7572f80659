import { messageSent, muteChanged, roomChanged } from '@purple-sector/contracts/chat/events'
import type { Message, Room } from '@purple-sector/contracts/chat/http'
import { countMessages } from '@purple-sector/contracts/chat/internal'
import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { aGroup, aMembership, aUser, aWeekend } from '@purple-sector/testing/builders'
import { lockWaiters } from '@purple-sector/testing/databases/lock-waiters'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Person, startChat, type TestChat } from '../../test/create-test-chat.ts'

const waitOptions = { timeout: 30_000 }

let chat: TestChat
let founder: Person
beforeAll(async () => {
  chat = await startChat()
  founder = await chat.createPerson({ username: 'founder' })
})
afterAll(() => chat?.close())

/** Status and error code of each call of a room. */
const repliesTo = async (person: Person, path: string) => {
  const replies = [
    await person.call<{ code: string }>('GET', path),
    await person.call<{ code: string }>('POST', path, { message: 'Still here?' }),
    await person.call<{ code: string }>('GET', `${path}/room`),
    await person.call<{ code: string }>('PUT', `${path}/read`, { messageId: 1 }),
  ]
  return replies.map(({ status, body }) => `${status} ${body.code}`)
}
const allReplies = (reply: string) => [reply, reply, reply, reply]

const endMembership = (group: { id: number; weekendId: number }, { id: userId }: Person) =>
  chat.publishEvent(
    membershipChanged,
    aMembership({ groupId: group.id, weekendId: group.weekendId, userId, deleted: true }),
  )
const waitUntilDeleted = (table: string, where: object) =>
  vi.waitFor(async () => expect(await chat.database(table).where(where)).toEqual([]), waitOptions)
const countLockWaiters = async (): Promise<number> => (await lockWaiters(chat.database)).length

describe('an ended membership', () => {
  test('prevents reading and writing', async () => {
    const group = await chat.createGroup(founder)
    const path = `/api/groups/${group.id}/chat`
    const ann = await chat.createPerson()
    await chat.join(group, ann)
    const { id } = await chat.sendMessage(ann, path, 'Hello')
    await endMembership(group, ann)
    await waitUntilDeleted('memberships', { group_id: group.id, user_id: ann.id })
    expect(await repliesTo(ann, path)).toEqual(allReplies('404 GROUP_NOT_FOUND'))
    expect(await ann.call('DELETE', `${path}/${id}`)).toMatchObject({ status: 404 })
    expect((await ann.call<Room[]>('GET', '/api/chat/rooms')).body).toEqual([])
    expect((await founder.call<Message[]>('GET', path)).body).toMatchObject([{ id, userName: expect.any(String) }])
  })

  test('ends after a message that was already being written', async () => {
    const group = await chat.createGroup(founder)
    const path = `/api/groups/${group.id}/chat`
    const ann = await chat.createPerson()
    await chat.join(group, ann)
    await chat.sendMessage(founder, path, 'The room is there')
    const pendingWrite = await chat.database.transaction(async (sql) => {
      await sql('rooms').where({ type: 'group', id: group.id }).forUpdate().select('id')
      const reply = ann.call('POST', path, { message: 'Just in time' })
      await vi.waitFor(async () => expect(await countLockWaiters()).toBeGreaterThanOrEqual(1), waitOptions)
      await endMembership(group, ann)
      await vi.waitFor(async () => expect(await countLockWaiters()).toBeGreaterThanOrEqual(2), waitOptions)
      return { reply }
    })
    expect(await pendingWrite.reply).toMatchObject({ status: 201 })
    await waitUntilDeleted('memberships', { group_id: group.id, user_id: ann.id })
  })

  test('rejects a message of a user who was authorized before the membership ended', async () => {
    const group = await chat.createGroup(founder)
    const path = `/api/groups/${group.id}/chat`
    const ann = await chat.createPerson()
    await chat.join(group, ann)
    const pendingWrite = await chat.database.transaction(async (sql) => {
      await sql('memberships').where({ group_id: group.id, user_id: ann.id }).delete()
      const reply = ann.call('POST', path, { message: 'Too late' })
      await vi.waitFor(async () => expect(await countLockWaiters()).toBeGreaterThanOrEqual(1), waitOptions)
      return { reply }
    })
    expect(await pendingWrite.reply).toMatchObject({ status: 404, body: { code: 'GROUP_NOT_FOUND' } })
    expect(await chat.database('messages').where({ room_type: 'group', room_id: group.id })).toEqual([])
  })
})

describe('a membership that is not replicated yet', () => {
  test('authorizes the user until a newer event of it arrives', async () => {
    const group = await chat.createGroup(founder)
    const path = `/api/groups/${group.id}/chat`
    const ann = await chat.createPerson()
    chat.addUnreplicatedMembership({
      groupId: group.id,
      weekendId: group.weekendId,
      allSeason: false,
      userId: ann.id,
      sequence: 4,
    })
    await chat.sendMessage(ann, path, 'Hello')
    expect((await ann.call<Room>('GET', `${path}/room`)).body).toMatchObject({ messageCount: 1, unread: 0 })
    const endedMembership = { groupId: group.id, weekendId: group.weekendId, userId: ann.id, deleted: true }
    await chat.publishEvent(membershipChanged, aMembership(endedMembership), { sequence: 5 })
    await vi.waitFor(async () => {
      const membershipSubject = { subject: `membership/${group.id}/${ann.id}` }
      expect(await chat.database('projections').where(membershipSubject).first('sequence')).toEqual({ sequence: 5 })
    }, waitOptions)
    expect(await ann.call('POST', path, { message: 'Late' })).toMatchObject({ status: 404 })
    expect(await ann.call('PUT', `${path}/read`, { messageId: 1 })).toMatchObject({ status: 404 })
  })
})

describe('a deleted account', () => {
  test('keeps its messages without a name and loses all other data', async () => {
    const group = await chat.createGroup(founder)
    const path = `/api/groups/${group.id}/chat`
    const ann = await chat.createPerson({ username: 'ann' }, { chatStatus: 'Row 12' })
    await chat.join(group, ann)
    const { id } = await chat.sendMessage(ann, path, 'Remember me')
    await ann.call('PUT', `${path}/read`, { messageId: id })
    const until = '2999-01-01T00:00:00Z'
    await chat.database('mutes').insert({ user_id: ann.id, by_id: 'chief', reason: 'Cool down', until })
    await chat.publishEvent(userChanged, aUser({ id: ann.id, deleted: true }))
    for (const table of ['memberships', 'read_marks', 'mutes']) await waitUntilDeleted(table, { user_id: ann.id })
    const noNames = { username: null, firstName: null, lastName: null, trackStatus: null, chatStatus: null }
    expect((await founder.call<Message[]>('GET', path)).body).toMatchObject([
      { id, userId: ann.id, userName: 'Anonymous', message: 'Remember me', user: { ...noNames, avatarConfig: null } },
    ])
    expect(await chat.probe.next(muteChanged)).toMatchObject({ data: { userId: ann.id, until: null, deleted: true } })
  })

  test('cannot write and is not restored by late events', async () => {
    const group = await chat.createGroup(founder)
    const { weekendId } = group
    const ann = await chat.createPerson({ username: 'ann' })
    await chat.publishEvent(userChanged, aUser({ id: ann.id, deleted: true }))
    await waitUntilDeleted('users', { id: ann.id })
    const path = `/api/weekends/${weekendId}/chat`
    expect(await ann.call('POST', path, { message: 'Boo' })).toMatchObject({ status: 401 })
    expect(await ann.call('PUT', `${path}/read`, { messageId: 1 })).toMatchObject({ status: 401 })
    await chat.publishEvent(membershipChanged, aMembership({ groupId: group.id, weekendId, userId: ann.id }))
    await chat.publishEvent(userChanged, aUser({ id: ann.id, username: 'ann' }))
    await chat.waitUntilIdle()
    for (const table of ['memberships', 'read_marks'])
      expect(await chat.database(table).where({ user_id: ann.id })).toEqual([])
    expect(await chat.database('users').where({ id: ann.id })).toEqual([])
  })
})

/** Counts all rows of a room. */
const countRows = async (type: string, id: number): Promise<number> => {
  const { rows } = await chat.database.raw<{ rows: { count: number }[] }>(
    `select ((select count(*) from messages where room_type = :type and room_id = :id)
      + (select count(*) from read_marks where room_type = :type and room_id = :id)
      + (select count(*) from rooms where type = :type and id = :id)
      + (select count(*) from pending_room_removals where type = :type and id = :id))::integer as count`,
    { type, id },
  )
  return rows[0]?.count ?? 0
}
const waitUntilRemoved = (type: string, id: number) =>
  vi.waitFor(async () => expect(await countRows(type, id)).toBe(0), waitOptions)

describe('a deleted group', () => {
  test('loses its room and is not restored by late events', async () => {
    const group = await chat.createGroup(founder)
    const path = `/api/groups/${group.id}/chat`
    const { id } = await chat.sendMessage(founder, path, 'Hello')
    await founder.call('PUT', `${path}/read`, { messageId: id })
    await chat.publishEvent(groupChanged, aGroup({ ...group, deleted: true }))
    await waitUntilDeleted('groups', { id: group.id })
    expect(await repliesTo(founder, path)).toEqual(allReplies('404 GROUP_NOT_FOUND'))
    await waitUntilRemoved('group', group.id)
    await chat.publishEvent(groupChanged, group)
    await chat.publishEvent(
      membershipChanged,
      aMembership({ groupId: group.id, weekendId: group.weekendId, userId: founder.id }),
    )
    await chat.waitUntilIdle()
    expect(await chat.database('groups').where({ id: group.id })).toEqual([])
    chat.addUnreplicatedMembership({
      groupId: group.id,
      weekendId: group.weekendId,
      allSeason: false,
      userId: founder.id,
      sequence: 99,
    })
    expect(await founder.call('POST', path, { message: 'Back?' })).toMatchObject({ status: 404 })
    expect(await founder.call('PUT', `${path}/read`, { messageId: 1 })).toMatchObject({ status: 404 })
    expect(await countRows('group', group.id)).toBe(0)
  })
})

describe('a deleted weekend', () => {
  test('loses its room and its groups in batches and is not restored by late events', async () => {
    const weekend = await chat.createWeekend()
    const group = await chat.createGroup(founder, { weekendId: weekend.id })
    await chat.insertMessages({ type: 'weekend', id: weekend.id }, founder, 6_000)
    const [path, ofGroup] = [`/api/weekends/${weekend.id}/chat`, `/api/groups/${group.id}/chat`]
    await founder.call('PUT', `${path}/read`, { messageId: 1 })
    await chat.sendMessage(founder, ofGroup, 'In the group')
    await chat.admin('PUT', `/api/admin/chat/rooms/weekend/${weekend.id}`, { slowModeSeconds: 30 })
    await chat.publishEvent(weekendChanged, aWeekend({ ...weekend, deleted: true }))
    await waitUntilDeleted('weekends', { id: weekend.id })
    expect(await repliesTo(founder, path)).toEqual(allReplies('404 WEEKEND_NOT_FOUND'))
    expect(await repliesTo(founder, ofGroup)).toEqual(allReplies('404 GROUP_NOT_FOUND'))
    await waitUntilRemoved('weekend', weekend.id)
    const endEvent = await chat.probe.next(roomChanged, ({ deleted }) => deleted)
    expect(endEvent.data).toMatchObject({ weekendId: weekend.id, groupId: null })
    const slow = { slowModeSeconds: 30 }
    expect(await chat.admin('PUT', `/api/admin/chat/rooms/weekend/${weekend.id}`, slow)).toMatchObject({ status: 404 })
    expect(await countRows('weekend', weekend.id)).toBe(0)
    await chat.publishEvent(groupChanged, aGroup({ ...group, deleted: true }))
    await waitUntilRemoved('group', group.id)
    await chat.publishEvent(weekendChanged, weekend)
    const lateMembership = { groupId: group.id, weekendId: weekend.id, userId: founder.id }
    await chat.publishEvent(membershipChanged, aMembership(lateMembership))
    await chat.waitUntilIdle()
    expect(await repliesTo(founder, path)).toEqual(allReplies('404 WEEKEND_NOT_FOUND'))
    expect(await chat.database('memberships').where({ group_id: group.id })).toEqual([])
    expect(await chat.request(countMessages, { params: { id: weekend.id } })).toMatchObject({ reply: { count: 0 } })
  })

  test('rejects a member that groups confirms before it has handled the deletion', async () => {
    const weekend = await chat.createWeekend()
    const group = await chat.createGroup(founder, { weekendId: weekend.id })
    const ann = await chat.createPerson()
    chat.addUnreplicatedMembership({
      groupId: group.id,
      weekendId: weekend.id,
      allSeason: false,
      userId: ann.id,
      sequence: 1,
    })
    await chat.publishEvent(weekendChanged, aWeekend({ ...weekend, deleted: true }))
    await waitUntilDeleted('weekends', { id: weekend.id })
    expect(await ann.call('POST', `/api/groups/${group.id}/chat`, { message: 'Hello' })).toMatchObject({ status: 404 })
  })

  test('keeps the room of a season group, and who joins it then', async () => {
    const weekend = await chat.createWeekend()
    const group = await chat.createGroup(founder, { weekendId: weekend.id, allSeason: true, seasonId: 3 })
    const path = `/api/groups/${group.id}/chat`
    await chat.sendMessage(founder, path, 'Before')
    await chat.publishEvent(weekendChanged, aWeekend({ ...weekend, deleted: true }))
    await waitUntilDeleted('weekends', { id: weekend.id })
    const [ann, bob] = [await chat.createPerson(), await chat.createPerson()]
    chat.addUnreplicatedMembership({
      ...{ groupId: group.id, weekendId: weekend.id, allSeason: true, userId: ann.id, sequence: 1 },
    })
    await chat.publishEvent(groupChanged, { ...group, weekendId: null, weekends: [] })
    await chat.publishEvent(membershipChanged, aMembership({ groupId: group.id, weekendId: null, userId: bob.id }))
    await chat.sendMessage(founder, path, 'After')
    await chat.sendMessage(ann, path, 'I am new here')
    const members = () => chat.database('memberships').where({ group_id: group.id, user_id: bob.id })
    await expect.poll(members, { timeout: 30_000 }).toHaveLength(1)
    await chat.sendMessage(bob, path, 'So am I')
  })

  test('keeps a group that has moved to another weekend', async () => {
    const [from, to] = [await chat.createWeekend(), await chat.createWeekend()]
    const group = await chat.createGroup(founder, { weekendId: from.id })
    const path = `/api/groups/${group.id}/chat`
    await chat.sendMessage(founder, path, 'Before')
    await chat.publishEvent(weekendChanged, aWeekend({ ...from, deleted: true }))
    await waitUntilDeleted('memberships', { group_id: group.id })
    await chat.publishEvent(groupChanged, aGroup({ ...group, weekendId: to.id }))
    await chat.join({ id: group.id, weekendId: to.id }, founder)
    await chat.sendMessage(founder, path, 'After')
    expect((await founder.call<Message[]>('GET', path)).body.map(({ message }) => message)).toEqual(['Before', 'After'])
    expect(await chat.request(countMessages, { params: { id: to.id } })).toMatchObject({ reply: { count: 2 } })
  })

  test('publishes no event of its messages again', async () => {
    const weekend = await chat.createWeekend()
    await chat.sendMessage(founder, `/api/weekends/${weekend.id}/chat`, 'Hello')
    await chat.publishEvent(weekendChanged, aWeekend({ ...weekend, deleted: true }))
    await waitUntilRemoved('weekend', weekend.id)
    const published = () => chat.probe.seen(messageSent).filter(({ data }) => data.weekendId === weekend.id)
    await vi.waitFor(() => expect(published()).toHaveLength(1), waitOptions)
    expect(await founder.call('POST', `/api/weekends/${weekend.id}/chat`, { message: 'Again' })).toMatchObject({
      status: 404,
    })
    expect(published()).toHaveLength(1)
  })
})
