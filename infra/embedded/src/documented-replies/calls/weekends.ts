import type { Car, Category, Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { CATEGORY, type Scene } from '../scene.ts'

/** A purple image of 4 by 3 pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAEElEQVR4nGNoUDgARww4OQA+9hCBx690dgAAAABJRU5ErkJggg==',
  'base64',
)

/** Calls weekends, races, cars, categories and images. */
export const weekendsCalls = async ({ admin, ann, weekend, race, finishedRace, cars }: Scene): Promise<void> => {
  const fan = ann.call
  const ofWeekend = { params: { id: weekend.id } }
  const ofUnknownWeekend = { params: { id: 2_147_483_000 }, status: 404 }
  await fan('GET /api/weekends')
  await fan('GET /api/weekends/current')
  await fan('GET /api/weekends/{id}', ofWeekend)
  await fan('GET /api/weekends/{id}', ofUnknownWeekend)
  await fan('GET /api/weekends/{id}/races', ofWeekend)
  await fan('GET /api/weekends/{id}/purple-sector-races', ofWeekend)
  await fan('GET /api/weekends/{id}/next-race', ofWeekend)
  await fan('GET /api/categories')
  await fan('GET /api/cars/{raceId}', { params: { raceId: race.id } })

  await admin('GET /api/admin/weekends')
  await admin('GET /api/admin/weekends/{id}/contents', ofWeekend)
  await admin('PATCH /api/admin/weekends/{id}', { ...ofWeekend, body: { description: 'The last one' } })
  await admin('PATCH /api/admin/weekends/{id}', { ...ofUnknownWeekend, body: { description: 'The last one' } })
  await admin('PATCH /api/admin/weekends/{id}/purple-sector-races', {
    ...ofWeekend,
    body: { productRaceIds: [race.id, finishedRace.id] },
  })
  await admin('PATCH /api/admin/weekends/{id}/purple-sector-races', {
    ...ofWeekend,
    body: { productRaceIds: [race.id] },
    status: 409,
  })
  await admin('PATCH /api/admin/weekends/{id}', { ...ofWeekend, body: { status: 'live' } })
  const copy = await admin<Weekend>('POST /api/admin/weekends/{id}/duplicate', {
    ...ofWeekend,
    body: { name: 'A copy' },
  })
  await admin('PATCH /api/admin/weekends/{id}', { params: { id: copy.id }, body: { status: 'live' }, status: 409 })

  const spareRace = await admin<Race>('POST /api/admin/races', {
    body: { weekendId: copy.id, name: 'Race 2', category: CATEGORY, sessionType: 'race2' },
  })
  const ofSpareRace = { params: { id: spareRace.id } }
  const start = new Date(Date.now() + 3_600_000).toISOString()
  await admin('GET /api/admin/races', { query: { weekendId: copy.id } })
  await admin('GET /api/admin/races/{weekendId}', { params: { weekendId: copy.id } })
  await admin('PATCH /api/admin/races/{id}', { ...ofSpareRace, body: { name: 'Race two', startTime: start } })
  await fan('GET /api/weekends/{id}/next-race', { params: { id: copy.id } })
  await admin('PATCH /api/admin/races/{id}/status', { ...ofSpareRace, body: { status: 'running' } })
  await admin('POST /api/admin/races/{id}/reopen', { ...ofSpareRace, body: { scheduledTime: start } })
  await admin('POST /api/admin/races/{id}/reopen', {
    params: { id: finishedRace.id },
    body: { scheduledTime: start },
    status: 409,
  })
  await admin('PATCH /api/admin/races/{id}/status', {
    params: { id: finishedRace.id },
    body: { status: 'upcoming' },
    status: 409,
  })
  await admin('DELETE /api/admin/races/{id}', { params: { id: finishedRace.id }, status: 409 })
  await admin('DELETE /api/admin/races/{id}', { ...ofSpareRace, status: 204 })

  const picture = new FormData()
  picture.set('raceId', String(race.id))
  picture.set('image', new Blob([PICTURE], { type: 'image/png' }), 'category.png')
  const { categoryImage } = await admin<Race>('POST /api/admin/upload-race-image', { form: picture })
  const { pathname } = new URL(categoryImage ?? '', 'https://example.org')
  await fan('GET /api/weekends/images/{hash}', { params: { hash: pathname.split('/').at(-1) ?? '' } })
  await fan('GET /api/weekends/images/{hash}', { params: { hash: 'f'.repeat(64) }, status: 404 })

  await admin('GET /api/admin/cars', { query: { weekendId: weekend.id } })
  await admin('GET /api/admin/cars/{weekendId}', { params: { weekendId: weekend.id } })
  const carInput = { raceId: race.id, driver: 'J. Smith', number: 99 }
  const car = await admin<Car>('POST /api/admin/cars', { body: carInput })
  await admin('POST /api/admin/cars', { body: { ...carInput, driver: 'Another' }, status: 409 })
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
  const ofCategory = { params: { id: category.id } }
  await admin('POST /api/admin/categories', { body: { name: 'Utes' }, status: 409 })
  await admin('PATCH /api/admin/categories/{id}', { ...ofCategory, body: { colour: '#123456' } })
  await admin('PATCH /api/admin/categories/{id}', { ...ofCategory, body: { name: CATEGORY }, status: 409 })
  await admin('PATCH /api/admin/categories/{id}', { ...ofCategory, body: { archived: true } })
  const inArchived = { category: category.id, name: 'Race 9', sessionType: 'race1' }
  await admin('POST /api/admin/races', { body: { ...inArchived, weekendId: weekend.id }, status: 409 })
  await admin('PATCH /api/admin/races/{id}', { params: { id: race.id }, body: inArchived, status: 409 })
  await admin('DELETE /api/admin/categories/{id}', { ...ofCategory, status: 204 })
  await admin('DELETE /api/admin/categories/{id}', { params: { id: race.categoryId }, status: 409 })
  await admin('DELETE /api/admin/weekends/{id}', { params: { id: copy.id }, status: 204 })
}
