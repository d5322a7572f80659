import { FOUNDING_CATEGORIES } from '@purple-sector/contracts/categories'
import { categoryChanged, weekendsAdminActed } from '@purple-sector/contracts/weekends/events'
import type { Car, Category, Race } from '@purple-sector/contracts/weekends/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWeekends, type TestWeekends } from '../../test/create-test-weekends.ts'

let service: TestWeekends
beforeAll(async () => {
  service = await startWeekends()
})
afterAll(() => service?.close())

const path = '/api/admin/categories'
let made = 0
const create = (overrides: object = {}) => {
  made += 1
  return service.admin<Category>('POST', path, { name: `Series ${made}`, shortName: `S${made}`, ...overrides })
}
const patch = (id: number, body: object) => service.admin<Category>('PATCH', `${path}/${id}`, body)
const remove = (id: number) => service.admin('DELETE', `${path}/${id}`)
const listCategories = async () => (await service.fan<Category[]>('GET', '/api/categories')).body
const enter = (weekendId: number, overrides: object) =>
  service.admin<Race>('POST', '/api/admin/races', { weekendId, name: 'Race 1', ...overrides })

test('a new installation has the eight founding categories', async () => {
  const fresh = await startWeekends()
  try {
    expect((await fresh.fan<Category[]>('GET', '/api/categories')).body).toEqual(FOUNDING_CATEGORIES)
    expect((await fresh.visitor('GET', '/api/categories')).status).toBe(401)
  } finally {
    await fresh.close()
  }
})

describe('renaming a category', () => {
  test('shows the new name in all its sessions and cars, and still resolves the former one', async () => {
    const { body: category } = await create({ name: 'Formula Ford' })
    const { id: weekendId } = await service.weekend()
    const race = (await enter(weekendId, { category: 'formula ford' })).body
    const car = await service.car(race.id)
    expect(await patch(category.id, { name: 'Hanwha Formula Ford' })).toMatchObject({ status: 200 })
    const renamed = { categoryId: category.id, category: 'Hanwha Formula Ford' }
    expect((await service.fan<Race[]>('GET', `/api/weekends/${weekendId}/races`)).body).toMatchObject([renamed])
    expect((await service.fan<Car[]>('GET', `/api/cars/${race.id}`)).body).toMatchObject([
      { ...renamed, id: car.id, race: { category: renamed.category } },
    ])
    expect((await enter(weekendId, { category: 'Formula Ford', sessionType: 'race4' })).body).toMatchObject({
      ...renamed,
      sessionType: 'race4',
      raceNumber: 4,
    })
  })
  test('publishes the change with its audit entry and pushes it to tipping', async () => {
    const { body: category } = await create()
    await patch(category.id, { name: 'A Name Told' })
    expect(await service.probe.next(categoryChanged, ({ name }) => name === 'A Name Told')).toMatchObject({
      key: 'categories',
      data: { id: category.id, deleted: false },
    })
    expect(
      await service.probe.next(weekendsAdminActed, ({ after }) => JSON.stringify(after).includes('A Name Told')),
    ).toMatchObject({ data: { action: 'category.changed', subject: { type: 'category', id: String(category.id) } } })
    expect(service.pushedCategories()).toContainEqual(
      expect.objectContaining({ id: category.id, name: 'A Name Told', deleted: false }),
    )
  })
})

test('renaming a category does not wait for transactions that refer to it', async () => {
  const { body: category } = await create()
  await service.database.transaction(async (sql) => {
    // The lock of a referring row, held until its transaction ends.
    await sql.raw('select from categories where id = ? for key share', [category.id])
    expect(await patch(category.id, { name: 'Renamed Meanwhile' })).toMatchObject({ status: 200 })
  })
})

describe('resolving a category in a request', () => {
  test.each([
    ['id', 7],
    ['id as text', '7'],
    ['name', 'tyrepower v8 superute series'],
    ['alias', 'SuperUte'],
  ])('accepts a category by its %s', async (_, category) => {
    const { id } = await service.weekend()
    expect(await enter(id, { category })).toMatchObject({ status: 201, body: { categoryId: 7 } })
  })
  test('rejects an unknown category and names the nearest ones', async () => {
    const { id } = await service.weekend()
    const message = expect.stringContaining('Dunlop Super2 Series')
    expect(await enter(id, { category: 'Super3' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'category', message }] },
    })
    const race = await service.race(id)
    expect(await service.admin('PATCH', `/api/admin/races/${race.id}`, { category: 'Super3' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'category', message }] },
    })
  })
  test('accepts a category as the class of a driver', async () => {
    const { id } = await service.weekend()
    const driver = { driver: 'Ada Quinn', number: 5, class: 'GR cup' }
    expect(await service.admin('POST', `/api/admin/weekends/${id}/drivers`, driver)).toMatchObject({
      status: 201,
      body: { categoryId: 6 },
    })
  })
})

describe('managing categories', () => {
  test('rejects a spelling that another category has', async () => {
    const { body } = await create({ aliases: ['Twice'] })
    expect(await create({ name: 'TWICE' })).toMatchObject({ status: 409, body: { code: 'CATEGORY_NAME_TAKEN' } })
    expect(await patch(body.id, { shortName: 'super2' })).toMatchObject({
      status: 409,
      body: { code: 'CATEGORY_NAME_TAKEN' },
    })
  })
  test('gives a name to one of two concurrent requests', async () => {
    const answers = await Promise.all([create({ name: 'Contested' }), create({ name: 'contested' })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })
  test('orders cars by their categories', async () => {
    const { body: category } = await create()
    const { id: weekendId } = await service.weekend()
    for (const named of [1, category.id]) {
      const race = (await enter(weekendId, { category: named })).body
      await service.car(race.id)
    }
    const order = async () =>
      (await service.admin<Car[]>('GET', `/api/admin/cars?weekendId=${weekendId}`)).body.map(
        ({ categoryId }) => categoryId,
      )
    expect(await order()).toEqual([1, category.id])
    await patch(category.id, { order: 1 })
    expect(await order()).toEqual([category.id, 1])
    expect((await listCategories()).map(({ order }) => order)).toEqual(
      (await listCategories()).map((_, index) => index + 1),
    )
    await patch(category.id, { order: 1000 })
  })
  test('rejects new sessions in an archived category and retains existing ones', async () => {
    const { body: category } = await create()
    const { id: weekendId } = await service.weekend()
    const race = (await enter(weekendId, { category: category.id })).body
    await patch(category.id, { archived: true })
    const refusal = { status: 409, body: { code: 'CATEGORY_ARCHIVED' } }
    expect(await enter(weekendId, { category: category.id })).toMatchObject(refusal)
    const other = await service.race(weekendId)
    expect(await service.admin('PATCH', `/api/admin/races/${other.id}`, { category: category.id })).toMatchObject(
      refusal,
    )
    expect(
      await service.admin('PATCH', `/api/admin/races/${race.id}`, { category: category.id, name: 'Final' }),
    ).toMatchObject({ status: 200, body: { name: 'Final' } })
  })
  test('deletes a category only without sessions and cars', async () => {
    const { body: category } = await create()
    const { id: weekendId } = await service.weekend()
    const race = (await enter(weekendId, { category: category.id })).body
    expect(await remove(category.id)).toMatchObject({ status: 409, body: { code: 'HAS_SESSIONS' } })
    await service.admin('DELETE', `/api/admin/races/${race.id}`)
    expect(await remove(category.id)).toMatchObject({ status: 204 })
    expect(await remove(category.id)).toMatchObject({ status: 404 })
    expect(await service.probe.next(categoryChanged, ({ id, deleted }) => id === category.id && deleted)).toBeDefined()
    expect((await listCategories()).map(({ id }) => id)).not.toContain(category.id)
  })
  test('rejects another main category while there are sessions', async () => {
    await service.race((await service.weekend()).id)
    const { body: category } = await create()
    expect(await patch(category.id, { isMain: true })).toMatchObject({ status: 409, body: { code: 'HAS_SESSIONS' } })
  })
  test('rejects fans', async () => {
    expect(await service.fan('POST', path, { name: 'Mine' })).toMatchObject({ status: 403 })
    expect(await service.fan('DELETE', `${path}/8`)).toMatchObject({ status: 403 })
  })
  test('rejects a name of digits alone and an invalid colour', async () => {
    for (const wrong of [{ name: '7' }, { name: ' ' }, { colour: 'red' }, { aliases: ['12'] }])
      expect(await create(wrong)).toMatchObject({ status: 400 })
  })
})
