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
  const ada = await service.person()
  const groups = [await service.group(ada), await service.group(ada)]
  for (const group of groups)
    for (const who of [await service.person(), await service.person()]) await service.join(who, group)
  const page = membershipPage({ database: service.database, limit: 4 })
  const read: string[] = []
  for (let after: string | undefined, isLast = false; !isLast; ) {
    const { memberships, next } = await page(after)
    expect(memberships.length).toBeLessThanOrEqual(4)
    read.push(...memberships.map(({ groupId, userId }) => `${groupId}/${userId}`))
    isLast = next === null
    after = next ?? undefined
  }
  const rows = await service.database('members').select('group_id', 'user_id')
  expect(read.toSorted()).toEqual(rows.map(({ group_id, user_id }) => `${group_id}/${user_id}`).toSorted())
})

test('all events of a group have one key, also after it moved to another weekend', async () => {
  const [ada, bob] = [await service.person(), await service.person()]
  const group = await service.group(ada)
  await service.join(bob, group)
  const there = await service.weekend()
  expect((await ada.call('PATCH', `/api/groups/${group.id}`, { weekendId: there.id })).status).toBe(200)
  const moved = await service.probe.next(
    membershipChanged,
    ({ userId, weekendId }) => userId === bob.id && weekendId === there.id,
  )
  const published = [...service.probe.seen(groupChanged).filter(({ data }) => data.id === group.id), moved]
  expect(new Set(published.map(({ key }) => key))).toEqual(new Set([`group/${group.id}`]))
})

test('a late consumer receives every group and membership in its current state', async () => {
  const [ada, bob] = [await service.person(), await service.person()]
  const group = await service.group(ada)
  await service.join(bob, group)
  await ada.call('PATCH', `/api/groups/${group.id}`, { name: 'Pit Lane', lockTipsAfterFirstEvent: true })
  const requestId = 'newcomer:1'
  const request = { consumer: 'newcomer', requestId, types: [groupChanged.type, membershipChanged.type] }
  expect(await service.request(republishBy('groups'), { request })).toMatchObject({ kind: 'reply' })
  const again = await service.probe.next(
    groupChanged,
    ({ id, name, rulesChanged }) => id === group.id && name === 'Pit Lane' && !rulesChanged,
  )
  expect(again.republish).toBe(requestId)
  await expect
    .poll(() =>
      service.probe.seen(membershipChanged).filter(({ republish, data }) => republish && data.groupId === group.id),
    )
    .toHaveLength(2)
})
