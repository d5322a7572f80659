import type { Car, Category, Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { CATEGORY, type Scene } from '../scene.ts'

/** A purple image of 4 by 3 pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAEElEQVR4nGNoUDgARww4OQA+9hCBx690dgAAAABJRU5ErkJggg==',
  'base64',
)

/** Calls weekends, races, cars, categories and images. */
export const weekendsCalls = async ({ admin, ann, weekend, race, raced, cars }: Scene): Promise<void> => {
  const fan = ann.call
  const of = { params: { id: weekend.id } }
  const nothing = { params: { id: 2_147_483_000 }, status: 404 }
  await fan('GET /api/weekends')
  await fan('GET /api/weekends/current')
  await fan('GET /api/weekends/{id}', of)
  await fan('GET /api/weekends/{id}', nothing)
  await fan('GET /api/weekends/{id}/races', of)
  await fan('GET /api/weekends/{id}/purple-sector-races', of)
  await fan('GET /api/weekends/{id}/next-race', of)
  await fan('GET /api/categories')
  await fan('GET /api/cars/{raceId}', { params: { raceId: race.id } })

  await admin('GET /api/admin/weekends')
  await admin('GET /api/admin/weekends/{id}/contents', of)
  await admin('PATCH /api/admin/weekends/{id}', { ...of, body: { description: 'The last one' } })
  await admin('PATCH /api/admin/weekends/{id}', { ...nothing, body: { description: 'The last one' } })
  await admin('PATCH /api/admin/weekends/{id}/purple-sector-races', {
    ...of,
    body: { productRaceIds: [race.id, raced.id] },
  })
  await admin('PATCH /api/admin/weekends/{id}/purple-sector-races', {
    ...of,
    body: { productRaceIds: [race.id] },
    status: 409,
  })
  await admin('PATCH /api/admin/weekends/{id}', { ...of, body: { status: 'live' } })
  const copy = await admin<Weekend>('POST /api/admin/weekends/{id}/duplicate', { ...of, body: { name: 'A copy' } })
  await admin('PATCH /api/admin/weekends/{id}', { params: { id: copy.id }, body: { status: 'live' }, status: 409 })

  const spare = await admin<Race>('POST /api/admin/races', {
    body: { weekendId: copy.id, name: 'Race 2', category: CATEGORY, sessionType: 'race2' },
  })
  const at = { params: { id: spare.id } }
  const start = new Date(Date.now() + 3_600_000).toISOString()
  await admin('GET /api/admin/races', { query: { weekendId: copy.id } })
  await admin('GET /api/admin/races/{weekendId}', { params: { weekendId: copy.id } })
  await admin('PATCH /api/admin/races/{id}', { ...at, body: { name: 'Race two', startTime: start } })
  await fan('GET /api/weekends/{id}/next-race', { params: { id: copy.id } })
  await admin('PATCH /api/admin/races/{id}/status', { ...at, body: { status: 'running' } })
  await admin('POST /api/admin/races/{id}/reopen', { ...at, body: { scheduledTime: start } })
  await admin('POST /api/admin/races/{id}/reopen', {
    params: { id: raced.id },
    body: { scheduledTime: start },
    status: 409,
  })
  await admin('PATCH /api/admin/races/{id}/status', {
    params: { id: raced.id },
    body: { status: 'upcoming' },
    status: 409,
  })
  await admin('DELETE /api/admin/races/{id}', { params: { id: raced.id }, status: 409 })
  await admin('DELETE /api/admin/races/{id}', { ...at, status: 204 })

  const picture = new FormData()
  picture.set('raceId', String(race.id))
  picture.set('image', new Blob([PICTURE], { type: 'image/png' }), 'category.png')
  const { categoryImage } = await admin<Race>('POST /api/admin/upload-race-image', { form: picture })
  const { pathname } = new URL(categoryImage ?? '', 'https://example.org')
  await fan('GET /api/weekends/images/{hash}', { params: { hash: pathname.split('/').at(-1) ?? '' } })
  await fan('GET /api/weekends/images/{hash}', { params: { hash: 'f'.repeat(64) }, status: 404 })

  await admin('GET /api/admin/cars', { query: { weekendId: weekend.id } })
  await admin('GET /api/admin/cars/{weekendId}', { params: { weekendId: weekend.id } })
  const entered = { raceId: race.id, driver: 'J. Smith', number: 99 }
  const car = await admin<Car>('POST /api/admin/cars', { body: entered })
  await admin('POST /api/admin/cars', { body: { ...entered, driver: 'Another' }, status: 409 })
  await admin('PATCH /api/admin/cars/{id}', { params: { id: car.id }, body: { team: 'Walkinshaw' } })
  await admin('PATCH /api/admin/cars/{id}', {
    params: { id: car.id },
    body: { plate: cars[0]?.plate },
    status: 409,
  })
  await admin('PATCH /api/admin/cars/{carId}/status', { params: { carId: car.id }, body: { status: 'crashed' } })
  await admin('DELETE /api/admin/cars/{id}', { params: { id: car.id }, status: 204 })
  const driver = { name: 'Kinnear / Doyle', number: 77, raceId: race.id }
  await admin('POST /api/admin/weekends/{weekendId}/drivers', { params: { weekendId: weekend.id }, body: driver })
  await admin('DELETE /api/admin/weekends/{weekendId}/drivers/{driverName}', {
    params: { weekendId: weekend.id, driverName: driver.name },
    status: 204,
  })

  const category = await admin<Category>('POST /api/admin/categories', { body: { name: 'Utes' } })
  const named = { params: { id: category.id } }
  await admin('POST /api/admin/categories', { body: { name: 'Utes' }, status: 409 })
  await admin('PATCH /api/admin/categories/{id}', { ...named, body: { colour: '#123456' } })
  await admin('PATCH /api/admin/categories/{id}', { ...named, body: { name: CATEGORY }, status: 409 })
  await admin('PATCH /api/admin/categories/{id}', { ...named, body: { archived: true } })
  const inArchived = { category: category.id, name: 'Race 9', sessionType: 'race1' }
  await admin('POST /api/admin/races', { body: { ...inArchived, weekendId: weekend.id }, status: 409 })
  await admin('PATCH /api/admin/races/{id}', { params: { id: race.id }, body: inArchived, status: 409 })
  await admin('DELETE /api/admin/categories/{id}', { ...named, status: 204 })
  await admin('DELETE /api/admin/categories/{id}', { params: { id: race.categoryId }, status: 409 })
  await admin('DELETE /api/admin/weekends/{id}', { params: { id: copy.id }, status: 204 })
}
