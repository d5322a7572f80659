import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Car } from '@purple-sector/contracts/weekends/http'
import { CATEGORY, type Scene } from '../scene.ts'

/** Calls tips, boards, picks and statistics. */
export const tippingCalls = async ({
  admin,
  ann,
  bob,
  weekend,
  race,
  cars,
  group,
  registerUser,
}: Scene): Promise<void> => {
  const fan = ann.call
  const ofWeekendId = { params: { id: weekend.id } }
  const ofWeekend = { params: { weekendId: weekend.id } }
  const inGroup = { params: { id: group.id } }
  const [, second, third] = cars
  const body = { weekendId: weekend.id, category: CATEGORY, carId: second?.id }
  const tip = await fan<Tip>('POST /api/tips', { body, status: 200 })
  await fan('POST /api/tips', { body: { ...body, groupId: group.id, tipSource: 'group' }, status: 201 })
  await fan('POST /api/tips', { body: { ...body, carId: 2_147_483_000 }, status: 400 })
  await fan('POST /api/tips', { body: { ...body, weekendId: 2_147_483_000 }, status: 404 })
  const crashedCar = await admin<Car>('POST /api/admin/cars', {
    body: { raceId: race.id, number: 55, driver: 'Driver 55' },
  })
  await admin('PATCH /api/admin/cars/{carId}/status', { params: { carId: crashedCar.id }, body: { status: 'crashed' } })
  await fan('POST /api/tips', { body: { ...body, carId: crashedCar.id }, status: 409 })
  const stranger = await registerUser()
  await stranger.call('POST /api/tips', { body: { ...body, groupId: group.id, tipSource: 'group' }, status: 403 })
  await fan('PATCH /api/tips/{id}', { params: { id: tip.id }, body: { carId: third?.id } })
  await bob.call('PATCH /api/tips/{id}', { params: { id: tip.id }, body: { carId: third?.id }, status: 404 })
  await fan('GET /api/tips/{weekendId}', ofWeekend)
  await fan('GET /api/tips/stakes/{raceId}', { params: { raceId: race.id } })
  await fan('GET /api/tips/stakes/{raceId}', { params: { raceId: 2_147_483_000 }, status: 404 })
  await fan('GET /api/weekends/{id}/leaderboard', { ...ofWeekendId, query: { projected: true } })
  await fan('GET /api/weekends/{id}/my-stats', ofWeekendId)
  await fan('GET /api/weekends/{id}/my-points', ofWeekendId)
  await admin('GET /api/admin/weekends/{id}/points/{userId}', { params: { id: weekend.id, userId: bob.user.id } })
  await fan('GET /api/weekends/{id}/picks', ofWeekendId)
  await fan('GET /api/groups/leaderboards/{weekendId}', ofWeekend)
  await fan('GET /api/groups/{id}/leaderboard/{weekendId}', { params: { id: group.id, weekendId: weekend.id } })
  await fan('GET /api/groups/{id}/race-progress', inGroup)
  await fan('GET /api/groups/{id}/category-standings', inGroup)
  await fan('GET /api/groups/{id}/picks', inGroup)
  await stranger.call('GET /api/groups/{id}/picks', { ...inGroup, status: 404 })
  await fan('GET /api/analytics/performance')
  await fan('GET /api/analytics/performance', { query: { userId: bob.user.id }, status: 403 })
  await fan('GET /api/analytics/history')
}
