import { membersNudged } from '@purple-sector/contracts/tipping/events'
import * as calls from '@purple-sector/contracts/tipping/internal'
import type { UntippedCategory } from '@purple-sector/contracts/tipping/untipped'
import type { Caller } from '@purple-sector/service-kit'
import { aFan, aGroup, aMembership, anAdmin } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTippingTest, type TippingTest } from '../../test/create-test-tipping.ts'

let tipping: TippingTest
beforeAll(async () => {
  tipping = await createTippingTest()
})
afterAll(() => tipping.close())

/** Creates a group of a weekend whose first member is its admin, and whose last one is pending. */
const createGroup = async (weekendId: number, members: Caller[]) => {
  const group = aGroup({ weekendId, creatorId: members[0]!.userId })
  const memberships = members.map(({ userId }, index) => ({
    sequence: 1,
    data: aMembership({
      ...{ groupId: group.id, weekendId, userId },
      approvalStatus: index > 0 && index === members.length - 1 ? 'pending' : 'approved',
    }),
  }))
  await tipping.callService(calls.applyGroup, { request: { group: { sequence: 1, data: group }, memberships } })
  return group
}
const post = async (caller: Caller, url: string) => (await tipping.as(caller))('POST', url, {})

test('only the admin of a group reads which members have no tip, and nudges them', async () => {
  const [boss, member, pending] = [aFan({ username: 'boss' }), aFan({ username: 'ann' }), aFan({ username: 'bob' })]
  const { weekend, race } = await tipping.setUpWeekend([boss, member, pending])
  const group = await createGroup(weekend.id, [boss, member, pending])
  const otherAdmin = aFan()
  await createGroup(weekend.id, [otherAdmin])
  const url = `/api/groups/${group.id}/untipped/${weekend.id}`

  for (const outsider of [aFan(), otherAdmin, anAdmin()])
    for (const reply of [await tipping.get(outsider, url), await post(outsider, `${url}/nudge`)])
      expect(reply).toMatchObject({ status: 404, body: { code: 'GROUP_NOT_FOUND' } })
  for (const insider of [member, pending])
    for (const reply of [await tipping.get(insider, url), await post(insider, `${url}/nudge`)])
      expect(reply).toMatchObject({ status: 403, body: { code: 'NOT_GROUP_ADMIN' } })
  const elsewhere = `/api/groups/${group.id}/untipped/2000000`
  for (const reply of [await tipping.get(boss, elsewhere), await post(boss, `${elsewhere}/nudge`)])
    expect(reply).toMatchObject({ status: 404, body: { code: 'WEEKEND_NOT_FOUND' } })
  expect(await tipping.get(boss, '/api/groups/none/untipped/1')).toMatchObject({ status: 400 })

  const before = await tipping.get<UntippedCategory[]>(boss, url)
  expect(before).toMatchObject({ status: 200, body: [{ categoryId: race.categoryId, category: race.category }] })
  expect(before.body[0]?.members).toEqual([
    { userId: member.userId, username: 'ann', firstName: 'Fan' },
    { userId: pending.userId, username: 'bob', firstName: 'Fan' },
    { userId: boss.userId, username: 'boss', firstName: 'Fan' },
  ])
  expect(before.headers['x-nudged-at']).toBeUndefined()

  expect(await post(boss, `${url}/nudge`)).toMatchObject({ status: 202, body: { count: 3 } })
  expect(await post(boss, `${url}/nudge`)).toMatchObject({ status: 409, body: { code: 'ALREADY_NUDGED' } })
  expect((await tipping.get(boss, url)).headers['x-nudged-at']).toEqual(expect.any(String))
  await vi.waitFor(() => expect(tipping.probe.seen(membersNudged)).toHaveLength(1), { timeout: 30_000 })
})

test('the admin who takes over a group may nudge, the former one may not', async () => {
  const [former, next] = [aFan(), aFan()]
  const { weekend } = await tipping.setUpWeekend([former, next])
  const group = await createGroup(weekend.id, [former, next, aFan()])
  const handedOver = { sequence: 2, data: { ...group, creatorId: next.userId } }
  await tipping.callService(calls.applyGroup, { request: { group: handedOver, memberships: [] } })
  const url = `/api/groups/${group.id}/untipped/${weekend.id}/nudge`
  expect(await post(former, url)).toMatchObject({ status: 403, body: { code: 'NOT_GROUP_ADMIN' } })
  expect(await post(next, url)).toMatchObject({ status: 202, body: { count: 3 } })
})
