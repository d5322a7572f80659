import { muteChanged, roomChanged } from '@purple-sector/contracts/chat/events'
import type { Message, Room } from '@purple-sector/contracts/chat/http'
import { republishBy } from '@purple-sector/contracts/every-service'
import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import { userChanged } from '@purple-sector/contracts/identity/events'
import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { resetProjections } from '@purple-sector/messaging'
import type { Service, ServiceCall } from '@purple-sector/service-kit'
import { aFan, aGroup, aMembership, aUser, aWeekend } from '@purple-sector/testing/builders'
import { createTestPlatform, type TestPlatform } from '@purple-sector/testing/platform'
import { clientOf } from '@purple-sector/testing/test-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { buildChat } from './app.ts'

const migrationsDirectory = new URL('../migrations', import.meta.url).pathname
const waitOptions = { timeout: 30_000 }
const [ann, bob] = [aFan({ username: 'ann' }), aFan({ username: 'bob' })]
const people = [ann, bob].map(({ userId: id, username }) => aUser({ id, username }))
const weekend = aWeekend()
const group = aGroup({ weekendId: weekend.id, creatorId: ann.userId })
const joinedAt = '2020-01-01T00:00:00.000Z'
const member = (userId: string) => aMembership({ groupId: group.id, weekendId: weekend.id, userId, joinedAt })

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({ service: 'chat', migrationsDirectory })
  const owner = (name: string, publish: (overrides: { republish: string }) => Promise<unknown>[]) =>
    platform.calls.when(name, 'POST', '/internal/republish', async ({ body }: ServiceCall) => {
      const { requestId: republish } = z.object({ requestId: z.string() }).parse(body)
      return { status: 200, body: { events: (await Promise.all(publish({ republish }))).length } }
    })
  owner('weekends', (overrides) => [platform.publishEvent(weekendChanged, weekend, overrides)])
  owner('identity', (overrides) => people.map((person) => platform.publishEvent(userChanged, person, overrides)))
  owner('groups', (overrides) => [
    platform.publishEvent(membershipChanged, member(ann.userId), overrides),
    platform.publishEvent(membershipChanged, member(bob.userId), overrides),
    platform.publishEvent(groupChanged, group, overrides),
  ])
})
afterAll(() => platform.close())

const PROJECTIONS = ['users', 'weekends', 'groups', 'memberships'] as const
const readProjections = async () => {
  const rows = await Promise.all(PROJECTIONS.map((table) => platform.platform.database(table).orderBy(1).orderBy(2)))
  return Object.fromEntries(PROJECTIONS.map((table, index) => [table, rows[index]]))
}
const clients = async ({ app }: Service) => ({
  ann: clientOf(app, await platform.identityOf(ann)),
  bob: clientOf(app, await platform.identityOf(bob)),
})

test('chat rebuilds its projections and keeps messages, read marks, slow mode and mutes', async () => {
  const { database } = platform.platform
  const firstChat = await buildChat(platform.platform, { maxMessages: undefined })
  await platform.start(firstChat)
  const before = await readProjections()
  expect(before).toMatchObject({ users: [{}, {}], weekends: [{ name: weekend.name }], memberships: [{}, {}] })
  const path = `/api/groups/${group.id}/chat`
  const clientsBefore = await clients(firstChat)
  const sentMessages = [
    await clientsBefore.ann<Message>('POST', path, { message: 'One' }),
    await clientsBefore.bob<Message>('POST', path, { message: 'Two' }),
  ].map(({ body }) => body)
  await clientsBefore.ann('PUT', `${path}/read`, { messageId: sentMessages[0]?.id })
  await firstChat.stop()

  await database.transaction((sql) => resetProjections(sql, 'chat'))
  for (const table of PROJECTIONS) await database(table).delete()
  const rebuiltChat = await buildChat(platform.platform, { maxMessages: undefined })
  await platform.start(rebuiltChat)
  await vi.waitFor(async () => expect(await readProjections()).toEqual(before), waitOptions)
  const clientsAfter = await clients(rebuiltChat)
  expect((await clientsAfter.ann<Message[]>('GET', path)).body).toEqual(sentMessages)
  expect((await clientsAfter.ann<Room>('GET', `${path}/room`)).body).toMatchObject({
    ...{ messageCount: 2, lastReadId: sentMessages[0]?.id, unread: 1 },
  })

  const until = '2999-01-01T00:00:00.000Z'
  await database('rooms').update({ slow_mode_seconds: 10 })
  await database('mutes').insert({ user_id: bob.userId, by_id: 'chief', reason: 'Cool down', until })
  const republishRequest = { consumer: 'gateway', requestId: 'gateway:1' }
  expect(await platform.request(rebuiltChat, republishBy('chat'), { request: republishRequest })).toMatchObject({
    reply: { events: 2 },
  })
  await vi.waitFor(() => {
    expect(platform.probe.seen(roomChanged).at(-1)).toMatchObject({
      ...{ republish: 'gateway:1', data: { groupId: group.id, weekendId: null, slowModeSeconds: 10, deleted: false } },
    })
    expect(platform.probe.seen(muteChanged).at(-1)).toMatchObject({
      ...{ republish: 'gateway:1', data: { userId: bob.userId, until, reason: 'Cool down', deleted: false } },
    })
  }, waitOptions)
  await rebuiltChat.stop()
}, 120_000)
