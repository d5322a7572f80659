import { membershipChanged } from '@purple-sector/contracts/groups/events'
import { boardChanged } from '@purple-sector/contracts/tipping/events'
import type { CategoryStandings, Picks, RaceProgress, SubmittedTip, Tip } from '@purple-sector/contracts/tipping/http'
import * as calls from '@purple-sector/contracts/tipping/internal'
import { aFan, aGroup, aMembership } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTippingTest, type TippingTest } from '../../test/create-test-tipping.ts'

let tipping: TippingTest
beforeAll(async () => {
  tipping = await createTippingTest()
})
afterAll(() => tipping.close())

const GROUP_NOT_FOUND = { status: 404, body: { code: 'GROUP_NOT_FOUND' } }

test('a member’s open tip is handed in for the group too, and its reply says for how many', async () => {
  const ann = aFan({ username: 'ann' })
  const { weekend, race, carIds } = await tipping.setUpWeekend([ann])
  const group = aGroup({ weekendId: weekend.id })
  const membership = aMembership({ groupId: group.id, weekendId: weekend.id, userId: ann.userId, usesOpenTips: true })
  await tipping.callService(calls.applyGroup, {
    request: { group: { sequence: 1, data: group }, memberships: [{ sequence: 1, data: membership }] },
  })
  const readTips = async () =>
    (await tipping.read<Tip[]>(ann, `/api/tips/${weekend.id}`)).map(({ groupId, carId, isCopy }) => [
      groupId,
      carId,
      isCopy,
    ])
  const [before, copied] = await readTips()
  expect(copied).toEqual([group.id, before?.[1], true])
  const call = await tipping.as(ann)
  const submit = (carId: number | undefined) =>
    call<SubmittedTip>('POST', '/api/tips', { weekendId: weekend.id, category: race.category, carId })
  expect((await submit(carIds[1])).body).toMatchObject({ carId: carIds[1], isCopy: false, copiedTo: 1 })
  const { body: changed } = await submit(carIds[2])
  expect(await readTips()).toEqual([
    [null, carIds[2], false],
    [group.id, carIds[2], true],
  ])
  const { body } = await call<SubmittedTip>('PATCH', `/api/tips/${changed.id}`, { carId: carIds[0] })
  expect(body).toMatchObject({ carId: carIds[0], copiedTo: 1 })
  expect((await readTips()).at(-1)).toEqual([group.id, carIds[0], true])
})

test('members tip in their group, follow its races and see all picks after the lock', async () => {
  const [ann, bob, stranger] = [aFan({ username: 'ann' }), aFan({ username: 'bob' }), aFan()]
  const { weekend, race, carIds, publish } = await tipping.setUpWeekend([ann, bob])
  const group = aGroup({ weekendId: weekend.id, useCustomPointSystem: true })
  const memberOf = (userId: string) => aMembership({ groupId: group.id, weekendId: weekend.id, userId })
  const memberships = [ann, bob].map(({ userId }) => ({ sequence: 1, data: memberOf(userId) }))
  await tipping.callService(calls.applyGroup, { request: { group: { sequence: 1, data: group }, memberships } })
  const tip = { weekendId: weekend.id, category: race.category, carId: carIds[2], groupId: group.id }
  const submit = async (fan: typeof ann) => (await tipping.as(fan))('POST', '/api/tips', tip)
  expect(await submit(stranger)).toMatchObject({ status: 403, body: { code: 'NOT_A_MEMBER' } })
  expect(await submit(ann)).toMatchObject({
    status: 201,
    body: { groupId: group.id, tipSource: 'group', countsFrom: { raceId: race.id } },
  })

  const urls = ['race-progress', 'category-standings', 'picks'].map((path) => `/api/groups/${group.id}/${path}`)
  for (const url of urls) expect(await tipping.get(stranger, url)).toMatchObject(GROUP_NOT_FOUND)
  const [progress, standings, picks] = urls as [string, string, string]
  const openPicks = `/api/weekends/${weekend.id}/picks`
  const category = { categoryId: 1, category: race.category }
  expect(await tipping.read<RaceProgress[]>(bob, progress)).toMatchObject([
    {
      raceId: race.id,
      status: 'upcoming',
      scheduledTime: race.startTime,
      tipped: 1,
      participants: 2,
      topPerformers: null,
    },
  ])
  for (const url of [picks, openPicks])
    expect(await tipping.read<Picks[]>(bob, url)).toEqual([
      { ...category, open: true, waitsFor: { raceId: race.id, name: race.name, deadline: expect.any(String) } },
    ])

  await tipping.closeRace(race)
  const picked = { carId: carIds[2], count: 1, percent: 100 }
  const member = { userId: ann.userId, username: 'ann', carId: carIds[2] }
  const closed = { ...category, open: false, tips: 1, cars: [picked], members: [member] }
  expect(await tipping.read<Picks[]>(ann, picks)).toMatchObject([{ ...closed, yours: carIds[2] }])
  expect(await tipping.read<Picks[]>(bob, picks)).toMatchObject([{ ...closed, yours: null }])
  expect(await tipping.read<Picks[]>(stranger, openPicks)).toMatchObject([{ tips: 2, yours: null }])
  expect(await tipping.read<Picks[]>(stranger, '/api/weekends/2000000/picks')).toEqual([])

  await publish([carIds[2]!], 1)
  const best = [{ userId: ann.userId, username: 'ann', firstName: 'Fan', points: 25 }]
  await vi.waitFor(
    async () => expect((await tipping.read<RaceProgress[]>(bob, progress))[0]).toMatchObject({ topPerformers: best }),
    { timeout: 30_000 },
  )
  expect(await tipping.read<CategoryStandings[]>(bob, standings)).toMatchObject([
    { ...category, top: [best[0], { points: 0 }] },
  ])
  const tips = await tipping.read<Tip[]>(ann, `/api/tips/${weekend.id}`)
  expect(tips.find(({ groupId }) => groupId === group.id)).toMatchObject({ points: 25, countsFrom: null })
})

test('the board of a group publishes members who joined and who left', async () => {
  const [ann, bob] = [aFan({ username: 'ann' }), aFan({ username: 'bob' })]
  const { weekend } = await tipping.setUpWeekend([ann, bob])
  const group = aGroup({ weekendId: weekend.id })
  const memberOf = (userId: string) => aMembership({ groupId: group.id, weekendId: weekend.id, userId })
  const memberships = [ann, bob].map(({ userId }) => ({ sequence: 1, data: memberOf(userId) }))
  await tipping.callService(calls.applyGroup, { request: { group: { sequence: 1, data: group }, memberships } })
  const lastPublished = () => tipping.probe.seen(boardChanged).findLast(({ data }) => data.groupId === group.id)?.data
  await vi.waitFor(() => expect(lastPublished()).toMatchObject({ version: 1, total: 2 }), { timeout: 30_000 })
  await tipping.publishEvent(membershipChanged, { ...memberOf(bob.userId), deleted: true }, { sequence: 2 })
  await vi.waitFor(
    () => expect(lastPublished()).toMatchObject({ version: 2, total: 1, entries: [{ userId: ann.userId }] }),
    { timeout: 30_000 },
  )
  expect(await tipping.get(bob, `/api/groups/${group.id}/leaderboard/${weekend.id}`)).toMatchObject(GROUP_NOT_FOUND)
})
