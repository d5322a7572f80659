import { carChanged, weekendsAdminActed } from '@purple-sector/contracts/weekends/events'
import type { Car } from '@purple-sector/contracts/weekends/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWeekends, type TestWeekends } from '../../test/create-test-weekends.ts'

let service: TestWeekends
beforeAll(async () => {
  service = await startWeekends()
})
afterAll(() => service?.close())

const path = '/api/admin/cars'
const published = (id: number, matches: (car: { status: string; withdrawn: boolean; driver: string }) => boolean) =>
  service.probe.next(carChanged, (car) => car.id === id && matches(car))
const nextAdminAction = (action: string, id: number) =>
  service.probe.next(weekendsAdminActed, (acted) => acted.action === action && acted.subject.id === String(id))
const fanCars = async (raceId: number) => (await service.fan<Car[]>('GET', `/api/cars/${raceId}`)).body
const listed = async (weekendId: number) => (await service.admin<Car[]>('GET', `${path}?weekendId=${weekendId}`)).body
const addDriver = (weekendId: number, body: object) =>
  service.admin<Car>('POST', `/api/admin/weekends/${weekendId}/drivers`, body)
const removeDriver = (weekendId: number, name: string) =>
  service.admin('DELETE', `/api/admin/weekends/${weekendId}/drivers/${encodeURIComponent(name)}`)

describe('entering a car', () => {
  test('enters a car in the category and weekend of its race', async () => {
    const { id: weekendId } = await service.weekend()
    const race = await service.race(weekendId, { category: 'Dunlop Super2 Series' })
    const body = { name: 'The Bullet', driver: 'Ollie Marsh', team: 'Gully', number: '7', manufacturer: 'Ford' }
    const { status, body: car } = await service.admin<Car>('POST', path, { ...body, raceId: race.id })
    expect(status).toBe(201)
    expect(car).toEqual({
      id: expect.any(Number),
      weekendId,
      categoryId: 3,
      category: 'Dunlop Super2 Series',
      raceId: race.id,
      number: 7,
      plate: '7',
      name: 'The Bullet',
      driver: 'Ollie Marsh',
      coDriver: null,
      team: 'Gully',
      manufacturer: 'Ford',
      model: null,
      class: null,
      status: 'active',
      withdrawn: false,
      race: { id: race.id, name: 'Race 1', category: 'Dunlop Super2 Series' },
    })
    expect(await published(car.id, () => true)).toMatchObject({
      key: `weekend/${weekendId}`,
      data: { number: 7, driver: 'Ollie Marsh', raceId: race.id, deleted: false },
    })
    expect((await nextAdminAction('car.entered', car.id)).data).toMatchObject({ before: null, after: { number: 7 } })
  })
  test('lists cars in all races of their category, ordered by category and number', async () => {
    const { id } = await service.weekend()
    const qualifying = await service.race(id, { sessionType: 'qualifying' })
    const race = await service.race(id)
    const foreign = await service.race(id, { category: 'Boost Mobile TTSO' })
    const eighteen = await service.car(qualifying.id, { number: 18 })
    const seven = await service.car(race.id, { number: 7 })
    const truck = await service.car(foreign.id, { number: 7 })
    const late = await service.car((await service.race(id, { category: 'Superbike' })).id, { number: 1 })
    expect(await fanCars(qualifying.id)).toEqual([seven, eighteen])
    expect(await fanCars(race.id)).toEqual([seven, eighteen])
    expect(await fanCars(foreign.id)).toEqual([truck])
    expect(await listed(id)).toEqual([seven, eighteen, truck, late])
    expect((await service.admin('GET', `${path}/${id}`)).body).toEqual([seven, eighteen, truck, late])
    expect((await service.admin<Car[]>('GET', path)).body.length).toBeGreaterThan(4)
  })
  test('treats the plates 05, 5 and 0 as three cars, ordered by number and then by plate', async () => {
    const { id } = await service.weekend()
    const race = await service.race(id)
    const enter = (overrides: object) => service.car(race.id, { number: undefined, ...overrides })
    const ten = await enter({ number: 10 })
    const five = await enter({ number: '5' })
    const zeroFive = await enter({ number: 5, plate: ' 05 ' })
    const zero = await enter({ plate: 0 })
    const cars = [zero, zeroFive, five, ten]
    expect(cars.map(({ number, plate }) => [number, plate])).toEqual([
      [0, '0'],
      [5, '05'],
      [5, '5'],
      [10, '10'],
    ])
    expect(await fanCars(race.id)).toEqual(cars)
    expect(await published(zeroFive.id, () => true)).toMatchObject({ data: { number: 5, plate: '05' } })
    expect(await service.admin('POST', path, { raceId: race.id, driver: 'Twin', number: '05' })).toMatchObject({
      status: 409,
      body: { code: 'CAR_NUMBER_TAKEN', message: 'Car #05 of Elise Kinnear is entered in this category already.' },
    })
  })
  test('rejects a number that is already entered in the category', async () => {
    const { id } = await service.weekend()
    const [race, other] = [await service.race(id), await service.race(id)]
    await service.car(race.id)
    expect(await service.admin('POST', path, { raceId: other.id, driver: 'Twin', number: 7 })).toMatchObject({
      status: 409,
      body: { code: 'CAR_NUMBER_TAKEN' },
    })
  })
  test('enters one of 10 concurrent cars with the same number', async () => {
    const race = await service.race((await service.weekend()).id)
    const enterSame = (_: unknown, nth: number) =>
      service.admin('POST', path, { raceId: race.id, driver: `Driver ${nth}`, number: 42 })
    const replies = await Promise.all(Array.from({ length: 10 }, enterSame))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(9)
    expect(await fanCars(race.id)).toHaveLength(1)
  })
  test('returns the same car for a retry with the same idempotency key', async () => {
    const race = await service.race((await service.weekend()).id)
    const enter = () =>
      service.admin('POST', path, { raceId: race.id, driver: 'A', number: 3 }, { 'idempotency-key': 'car-3' })
    const [first, second] = [await enter(), await enter()]
    expect(second).toMatchObject({ status: 201, body: first.body })
    expect(await fanCars(race.id)).toHaveLength(1)
  })
  test.each([
    ['driver', { driver: ' ' }],
    ['driver', { driver: undefined }],
    ['number', { number: undefined }],
    ['number', { number: 1000 }],
    ['number', { number: -1 }],
    ['number', { number: 4.5 }],
    ['number', { number: '1234' }],
    ['number', { number: '5A' }],
    ['number', { number: '' }],
    ['plate', { plate: '５' }],
    ['plate', { plate: null }],
    ['number', { number: 'seven' }],
    ['number', { number: true }],
    ['raceId', { raceId: undefined }],
    ['team', { team: 5 }],
  ])('names an invalid %s', async (field, overrides) => {
    const race = await service.race((await service.weekend()).id)
    const body = { raceId: race.id, driver: 'A', number: 3, ...overrides }
    expect(await service.admin('POST', path, body)).toMatchObject({ status: 400, body: { issues: [{ path: field }] } })
  })
  test.each(['1234', '-1', '5A', -1, 1234])('rejects the number %j and describes valid ones', async (number) => {
    const race = await service.race((await service.weekend()).id)
    const { body } = await service.admin('POST', path, { raceId: race.id, driver: 'A', number })
    const message = 'The number is 1 to 3 digits, as the door shows it: 5, 05 or 888'
    expect(body).toMatchObject({ issues: [{ path: 'number', message }] })
  })
  test('replies 404 for unknown races', async () => {
    expect(await service.admin('POST', path, { raceId: 2_000_000_000, driver: 'A', number: 3 })).toMatchObject({
      status: 404,
    })
    expect(await service.fan('GET', '/api/cars/2000000000')).toMatchObject({ status: 404 })
    expect(await service.fan('GET', '/api/cars/2147483648')).toMatchObject({ status: 404 })
    expect(await service.fan('GET', '/api/cars/x')).toMatchObject({ status: 400 })
  })
})

describe('changing a car', () => {
  const change = (id: number, body: object) => service.admin<Car>('PATCH', `${path}/${id}`, body)
  test('updates the driver and details in every list and at tipping before it replies', async () => {
    const { id: weekendId } = await service.weekend()
    const race = await service.race(weekendId)
    const car = await service.car(race.id, { number: '05', team: 'Gully' })
    const next = { driver: ' Ada Moss ', coDriver: 'Sam Petrakis', team: 'Ironbark', manufacturer: 'Ford', model: 'GT' }
    const { status, body } = await change(car.id, next)
    expect(status).toBe(200)
    expect(body).toEqual({ ...car, ...next, driver: 'Ada Moss', name: 'Ada Moss' })
    expect(await fanCars(race.id)).toEqual([body])
    expect(await listed(weekendId)).toEqual([body])
    expect(service.pushedStates(weekendId).at(-1)?.cars).toMatchObject([
      { data: { driver: 'Ada Moss', team: 'Ironbark' } },
    ])
    expect((await published(car.id, ({ driver }) => driver === 'Ada Moss')).data).toMatchObject({
      plate: '05',
      number: 5,
    })
    expect((await nextAdminAction('car.changed', car.id)).data).toMatchObject({
      before: { driver: 'Elise Kinnear', coDriver: null },
      after: { driver: 'Ada Moss', coDriver: 'Sam Petrakis' },
    })
  })
  test('keeps the category and accepts only a race of that category', async () => {
    const { id } = await service.weekend()
    const [race, foreign] = [await service.race(id), await service.race(id, { category: 'Superbike' })]
    const otherWeekendRace = await service.race((await service.weekend()).id)
    const car = await service.car(race.id)
    const own = await service.race(id, { name: 'Race 2', sessionType: 'race2' })
    expect((await change(car.id, { category: 'Superbike', categoryId: 8, weekendId: 1 })).body).toEqual(car)
    expect((await change(car.id, { raceId: own.id })).body).toMatchObject({ raceId: own.id, race: { name: 'Race 2' } })
    expect((await change(car.id, { raceId: null })).body).toMatchObject({ raceId: null, race: null })
    for (const { id: raceId } of [foreign, otherWeekendRace])
      expect(await change(car.id, { raceId })).toMatchObject({ status: 400, body: { issues: [{ path: 'raceId' }] } })
    expect(await change(car.id, { raceId: 2_000_000_000 })).toMatchObject({ status: 404 })
  })
  test('changes status and withdrawal', async () => {
    const { id } = await service.weekend()
    const race = await service.race(id)
    const car = await service.car(race.id)
    expect((await change(car.id, { status: 'dnf', withdrawn: true })).body).toMatchObject({ status: 'dnf' })
    expect(await fanCars(race.id)).toEqual([])
    expect((await change(car.id, { status: 'active', withdrawn: false })).body).toEqual(car)
    expect(await fanCars(race.id)).toEqual([car])
  })
  test('rejects the plate of another car, also of a withdrawn one, and accepts a free one', async () => {
    const { id } = await service.weekend()
    const race = await service.race(id)
    const [five, zeroFive] = [await service.car(race.id, { number: '5' }), await service.car(race.id, { number: '05' })]
    expect(await change(five.id, { plate: '05' })).toMatchObject({ status: 409, body: { code: 'CAR_NUMBER_TAKEN' } })
    await service.admin('DELETE', `${path}/${zeroFive.id}`)
    expect(await change(five.id, { number: '05' })).toMatchObject({
      status: 409,
      body: { message: 'Car #05 of Elise Kinnear is withdrawn from this category and keeps its number.' },
    })
    expect((await change(five.id, { number: '005' })).body).toEqual({ ...five, plate: '005' })
    expect((await change(five.id, { number: 88 })).body).toEqual({ ...five, plate: '88', number: 88 })
    expect((await service.car(race.id, { number: '5' })).id).not.toBe(five.id)
  })
  test('gives a plate to one of 10 concurrent cars', async () => {
    const race = await service.race((await service.weekend()).id)
    const cars: Car[] = []
    for (let number = 1; number <= 10; number += 1) cars.push(await service.car(race.id, { number }))
    const replies = await Promise.all(cars.map(({ id }) => change(id, { plate: '00' })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ body }) => 'code' in body && body.code === 'CAR_NUMBER_TAKEN')).toHaveLength(9)
  })
  test('publishes nothing if nothing changes', async () => {
    const { id } = await service.weekend()
    const car = await service.car((await service.race(id)).id)
    const before = service.pushedStates(id).length
    expect(await change(car.id, car)).toMatchObject({ status: 200, body: car })
    expect(service.pushedStates(id)).toHaveLength(before)
  })
  test.each([
    ['driver', { driver: ' ' }],
    ['driver', { driver: null }],
    ['plate', { plate: '5A' }],
    ['number', { number: 1234 }],
    ['status', { status: 'flying' }],
    ['team', { team: null }],
  ])('names an invalid %s', async (field, body) => {
    const car = await service.car((await service.race((await service.weekend()).id)).id)
    expect(await change(car.id, body)).toMatchObject({ status: 400, body: { issues: [{ path: field }] } })
  })
  test('replies 404 for an unknown car', async () => {
    expect(await change(2_000_000_000, { driver: 'Ada Moss' })).toMatchObject({ status: 404 })
  })
})

describe('the status of a car', () => {
  test('sends the time of the last status change with the list of cars, and none before the first', async () => {
    const race = await service.race((await service.weekend()).id)
    const car = await service.car(race.id)
    const change = (body: object) => service.admin('PATCH', `${path}/${car.id}`, body)
    const changedAt = async () => (await service.fan('GET', `/api/cars/${race.id}`)).headers['last-changed']
    await change({ driver: 'Ada Moss', status: 'active' })
    expect(await changedAt()).toBeUndefined()
    const before = Date.now()
    await change({ status: 'crashed' })
    const crashed = await changedAt()
    expect(Date.parse(String(crashed))).toBeGreaterThan(before - 1000)
    await change({ team: 'Gully', status: 'crashed' })
    expect(await changedAt()).toBe(crashed)
    await change({ status: 'active' })
    expect(Date.parse(String(await changedAt()))).toBeGreaterThan(Date.parse(String(crashed)))
  })
  test('changes the status, out and back again', async () => {
    const race = await service.race((await service.weekend()).id)
    const car = await service.car(race.id)
    const set = (status: unknown) => service.admin<Car>('PATCH', `${path}/${car.id}/status`, { status })
    expect(await set('crashed')).toMatchObject({ status: 200, body: { ...car, status: 'crashed' } })
    expect((await published(car.id, ({ status }) => status === 'crashed')).data).toMatchObject({ withdrawn: false })
    expect((await nextAdminAction('car.status-changed', car.id)).data).toMatchObject({
      before: { status: 'active' },
      after: { status: 'crashed' },
    })
    expect(await fanCars(race.id)).toMatchObject([{ status: 'crashed' }])
    expect((await set('active')).body).toEqual(car)
    expect(await set('flying')).toMatchObject({ status: 400, body: { issues: [{ path: 'status' }] } })
  })
  test('replies 404 for an unknown car', async () => {
    expect(await service.admin('PATCH', `${path}/2000000000/status`, { status: 'dnf' })).toMatchObject({ status: 404 })
  })
})

describe('withdrawing a car', () => {
  test("removes the car from fans' lists, retains its row, and revives it by its number", async () => {
    const { id: weekendId } = await service.weekend()
    const race = await service.race(weekendId)
    const car = await service.car(race.id)
    await service.admin('PATCH', `${path}/${car.id}/status`, { status: 'crashed' })
    expect(await service.admin('DELETE', `${path}/${car.id}`)).toMatchObject({ status: 204, text: '' })
    expect(await fanCars(race.id)).toEqual([])
    expect(await listed(weekendId)).toMatchObject([{ id: car.id, withdrawn: true }])
    expect((await published(car.id, ({ withdrawn }) => withdrawn)).data).toMatchObject({ deleted: false })
    expect((await nextAdminAction('car.withdrawn', car.id)).data).toMatchObject({ after: { withdrawn: true } })
    expect(await service.admin('DELETE', `${path}/${car.id}`)).toMatchObject({ status: 204 })

    const revived = await service.car(race.id, { driver: 'Somebody New' })
    expect(revived).toEqual({ ...car, driver: 'Somebody New', name: 'Somebody New', status: 'active' })
    expect((await nextAdminAction('car.revived', car.id)).data).toMatchObject({ before: { withdrawn: true } })
    expect(await service.admin('DELETE', `${path}/2000000000`)).toMatchObject({ status: 404 })
  })
  test('revives the car of a reused plate with its new driver, from either form', async () => {
    const { id: weekendId } = await service.weekend()
    const race = await service.race(weekendId)
    const zeroFive = await service.car(race.id, { number: '05', driver: 'Jed Harrowell', team: 'Gully' })
    await service.admin('DELETE', `${path}/${zeroFive.id}`)
    const five = await service.car(race.id, { number: '5', driver: 'Sam Petrakis' })
    expect(five.id).not.toBe(zeroFive.id)
    const { body: reentered } = await addDriver(weekendId, { driver: 'Ada Moss', number: '05', team: 'Ironbark' })
    expect(reentered).toMatchObject({
      id: zeroFive.id,
      plate: '05',
      driver: 'Ada Moss',
      team: 'Ironbark',
      withdrawn: false,
    })
    expect(await fanCars(race.id)).toEqual([reentered, five])
    expect(service.pushedStates(weekendId).at(-1)?.cars).toMatchObject([
      { data: { driver: 'Ada Moss', withdrawn: false } },
    ])
    await removeDriver(weekendId, 'ada moss')
    expect((await service.car(race.id, { number: '05', driver: 'Bella Thorne' })).id).toBe(zeroFive.id)
  })
})

describe('drivers of a weekend', () => {
  test('enters a driver in the category of their class, else in the main one, through no race', async () => {
    const { id } = await service.weekend()
    const driver = { name: 'Bella Thorne', number: 15, coDriver: 'Ollie Marsh', team: 'Ironbark', model: 'Mustang GT' }
    const { status, body } = await addDriver(id, { ...driver, class: 'SuperUte' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      category: 'Tyrepower V8 SuperUte Series',
      driver: 'Bella Thorne',
      coDriver: 'Ollie Marsh',
      model: 'Mustang GT',
      class: 'SuperUte',
      raceId: null,
      race: null,
    })
    expect((await addDriver(id, { ...driver, class: 'GT3' })).body.category).toBe('Repco Supercars Championship')
    expect(await addDriver(id, { ...driver, class: null })).toMatchObject({ status: 409 })
    expect(await addDriver(id, { number: 5 })).toMatchObject({ status: 400, body: { issues: [{ path: 'driver' }] } })
    expect(await addDriver(id, { name: 'A' })).toMatchObject({ status: 400, body: { issues: [{ path: 'number' }] } })
    expect(await addDriver(2_000_000_000, driver)).toMatchObject({ status: 404 })
  })
  test('stores names on one line and rejects names that a URL cannot carry', async () => {
    const { id } = await service.weekend()
    const lines = await addDriver(id, { driver: 'Ada\r\nQuinn', plate: '1' })
    expect(lines).toMatchObject({ status: 201, body: { driver: 'Ada Quinn' } })
    for (const body of [{ driver: '..' }, { name: '.' }, { driver: 'Ada\\Quinn' }])
      expect(await addDriver(id, { ...body, plate: '2' })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'driver', message: 'Driver must be a name, without a backslash' }] },
      })
    expect(await removeDriver(id, 'Ada Quinn')).toMatchObject({ status: 204 })
  })
  test("withdraws a driver's cars and clears the co-driver, ignoring case", async () => {
    const { id } = await service.weekend()
    const own = (await addDriver(id, { driver: 'Zoë O’Neill/Smith', number: 15 })).body
    const inUtes = (await addDriver(id, { driver: 'ZOË O’NEILL/SMITH', number: 3, class: 'SuperUte' })).body
    const shared = (await addDriver(id, { driver: 'Sam Petrakis', coDriver: 'zoë o’neill/smith', number: 27 })).body
    const other = (await addDriver(id, { driver: 'Joel Winter', number: 62 })).body
    expect(await removeDriver(id, 'zoë o’neill/smith')).toMatchObject({ status: 204, text: '' })
    expect(await listed(id)).toEqual([
      { ...own, withdrawn: true },
      { ...shared, coDriver: null },
      other,
      { ...inUtes, withdrawn: true },
    ])
    expect((await nextAdminAction('driver.removed', own.id)).data).toMatchObject({ after: { withdrawn: true } })
    expect(await published(inUtes.id, ({ withdrawn }) => withdrawn)).toBeDefined()
    expect(await removeDriver(id, 'zoë o’neill/smith')).toMatchObject({
      status: 404,
      body: { code: 'DRIVER_NOT_FOUND' },
    })
    expect(await removeDriver(2_000_000_000, 'Sam Petrakis')).toMatchObject({ status: 404 })
  })
})
