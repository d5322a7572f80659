import { republishBy } from '@purple-sector/contracts/every-service'
import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGroupsTest, type GroupsTest } from '../test/create-test-groups.ts'
import { membershipPage } from './internal-read-model.ts'

let service: GroupsTest
beforeAll(async () => {
  service = await createGroupsTest()
})
afterAll(() => service?.close())

test('the membership pages contain each membership once', async () => {
  const ada = await service.createPerson()
  const groups = [await service.createGroup(ada), await service.createGroup(ada)]
  for (const group of groups)
    for (const person of [await service.createPerson(), await service.createPerson()]) await service.join(person, group)
  const page = membershipPage({ database: service.database, limit: 4 })
  const membershipKeys: string[] = []
  for (let after: string | undefined, isLast = false; !isLast; ) {
    const { memberships, next } = await page(after)
    expect(memberships.length).toBeLessThanOrEqual(4)
    membershipKeys.push(...memberships.map(({ groupId, userId }) => `${groupId}/${userId}`))
    isLast = next === null
    after = next ?? undefined
  }
  const rows = await service.database('members').select('group_id', 'user_id')
  expect(membershipKeys.toSorted()).toEqual(rows.map(({ group_id, user_id }) => `${group_id}/${user_id}`).toSorted())
})

test('all events of a group have the same key, also after a move to another weekend', async () => {
  const [ada, bob] = [await service.createPerson(), await service.createPerson()]
  const group = await service.createGroup(ada)
  await service.join(bob, group)
  const targetWeekend = await service.createWeekend()
  expect((await ada.call('PATCH', `/api/groups/${group.id}`, { weekendId: targetWeekend.id })).status).toBe(200)
  const movedEvent = await service.probe.next(
    membershipChanged,
    ({ userId, weekendId }) => userId === bob.id && weekendId === targetWeekend.id,
  )
  const published = [...service.probe.seen(groupChanged).filter(({ data }) => data.id === group.id), movedEvent]
  expect(new Set(published.map(({ key }) => key))).toEqual(new Set([`group/${group.id}`]))
})

test('a late consumer receives every group and membership in its current state', async () => {
  const [ada, bob] = [await service.createPerson(), await service.createPerson()]
  const group = await service.createGroup(ada)
  await service.join(bob, group)
  await ada.call('PATCH', `/api/groups/${group.id}`, { name: 'Pit Lane', lockTipsAfterFirstEvent: true })
  const requestId = 'newcomer:1'
  const request = { consumer: 'newcomer', requestId, types: [groupChanged.type, membershipChanged.type] }
  expect(await service.request(republishBy('groups'), { request })).toMatchObject({ kind: 'reply' })
  const republishedEvent = await service.probe.next(
    groupChanged,
    ({ id, name, rulesChanged }) => id === group.id && name === 'Pit Lane' && !rulesChanged,
  )
  expect(republishedEvent.republish).toBe(requestId)
  await expect
    .poll(() =>
      service.probe.seen(membershipChanged).filter(({ republish, data }) => republish && data.groupId === group.id),
    )
    .toHaveLength(2)
})
