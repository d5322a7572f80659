import { resultPublished } from '@purple-sector/contracts/admin/events'
import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import type { Entry, LedgerEntry } from '@purple-sector/contracts/tipping/http'
import { aFan, aGroup, aMembership, anAdmin, aResult } from '@purple-sector/testing/builders'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTippingTest, type TippingTest } from '../../test/create-test-tipping.ts'

let tipping: TippingTest
beforeAll(async () => {
  tipping = await createTippingTest()
})
afterAll(() => tipping.close())

const timeout = { timeout: 30_000 }
const chief = anAdmin()

test('the ledger lists every award in force and every award that was replaced or removed', async () => {
  const [ann, bob] = [aFan({ username: 'ann' }), aFan({ username: 'bob' })]
  const { weekend, race, carIds, leaderboard } = await tipping.setUpWeekend([ann, bob])
  const group = aGroup({
    weekendId: weekend.id,
    name: 'Pit Lane Pundits',
    useCustomPointSystem: true,
    customPointSystem: { '1': { first: 9, second: 8, third: 7 } },
  })
  await tipping.publishEvent(groupChanged, group)
  await tipping.publishEvent(
    membershipChanged,
    aMembership({ groupId: group.id, weekendId: weekend.id, userId: ann.userId }),
  )
  const groupTip = { weekendId: weekend.id, category: race.category, carId: carIds[1], groupId: group.id }
  await vi.waitFor(
    async () => expect((await (await tipping.as(ann))('POST', '/api/tips', groupTip)).status).toBe(201),
    timeout,
  )
  const [first = 0, second = 0, third = 0] = carIds
  const publish = (finished: number[], revision: number, reason: string | null) =>
    tipping.publishEvent(
      resultPublished,
      aResult({ raceId: race.id, weekendId: weekend.id, finished, revision, reason, status: 'amended' }),
    )
  const ownEntries = `/api/weekends/${weekend.id}/my-points`
  const pointsOf = async (fan: typeof ann) =>
    (await tipping.read<Entry[]>(fan, leaderboard)).find(({ userId }) => userId === fan.userId)?.totalPoints
  await publish([first, second, third], 1, null)
  await vi.waitFor(async () => expect(await pointsOf(ann)).toBe(50), timeout)
  await publish([second, first, third], 2, 'Time penalty for car 1')
  await vi.waitFor(async () => expect(await pointsOf(ann)).toBe(25), timeout)

  const ownLedger = await tipping.read<LedgerEntry[]>(ann, ownEntries)
  const car = { carId: first, number: expect.any(String), driver: `Driver ${first}`, submittedAt: expect.any(String) }
  const ofRace = { late: null, race: { id: race.id, name: race.name } }
  const openEntry = { scope: { groupId: null, name: 'Open competition' }, ...ofRace, tip: car, rule: '50/25/15' }
  const groupEntry = {
    scope: { groupId: group.id, name: 'Pit Lane Pundits' },
    ...ofRace,
    tip: expect.objectContaining({ carId: second }),
    rule: '9/8/7',
  }
  const reason = 'Time penalty for car 1'
  const replaced = { revision: 1, inForce: false, replacedBy: 2, reason }
  const inForce = { revision: 2, inForce: true, replacedBy: null, reason }
  expect(ownLedger).toEqual([
    { ...openEntry, place: 1, points: 50, ...replaced },
    { ...groupEntry, place: 2, points: 8, ...replaced },
    { ...openEntry, place: 2, points: 25, ...inForce },
    { ...groupEntry, place: 1, points: 9, ...inForce },
  ])
  const tip = (await tipping.database('tips').where({ user_id: ann.userId }).whereNull('membership_id'))[0]
  expect(ownLedger[0]?.tip.submittedAt).toBe(tip.submitted_at.toISOString())

  const ledgerUrl = `/api/admin/weekends/${weekend.id}/points/${ann.userId}`
  expect(await tipping.read(chief, ledgerUrl)).toEqual(ownLedger)
  expect((await tipping.get(bob, ledgerUrl)).status).toBe(403)
  expect(await tipping.read(bob, ownEntries)).toMatchObject([
    { place: 2, points: 25, replacedBy: 2 },
    { place: 1, points: 50, inForce: true },
  ])

  // A former member reads nothing of the group any more; race control still sees why its board had them.
  await tipping.publishEvent(
    membershipChanged,
    aMembership({ groupId: group.id, weekendId: weekend.id, userId: ann.userId, deleted: true }),
  )
  await vi.waitFor(
    async () =>
      expect(await tipping.read<LedgerEntry[]>(ann, ownEntries)).toEqual(
        ownLedger.filter(({ scope }) => !scope.groupId),
      ),
    timeout,
  )
  expect((await tipping.read<LedgerEntry[]>(chief, ledgerUrl)).at(-1)).toMatchObject({
    scope: { groupId: group.id },
    inForce: false,
    replacedBy: null,
  })

  await tipping.publishEvent(
    resultPublished,
    aResult({ raceId: race.id, weekendId: weekend.id, finished: [], revision: 3, status: 'cancelled', reason: 'Void' }),
  )
  await vi.waitFor(async () => expect(await pointsOf(ann)).toBe(0), timeout)
  expect(await tipping.read(ann, ownEntries)).toMatchObject([
    { points: 50, inForce: false, replacedBy: 2, reason },
    { points: 25, inForce: false, replacedBy: 3, reason: 'Void' },
  ])
})

test('the ledger of an unknown weekend or user is empty', async () => {
  expect(await tipping.read(aFan(), '/api/weekends/987654/my-points')).toEqual([])
  expect(await tipping.read(chief, '/api/admin/weekends/987654/points/nobody')).toEqual([])
  expect((await tipping.get(chief, '/api/admin/weekends/x/points/nobody')).status).toBe(400)
  expect((await tipping.visitor('GET', '/api/weekends/1/my-points')).status).toBe(401)
})
