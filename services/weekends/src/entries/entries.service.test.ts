import { type CarEntry, type Entry, enterRows, type SessionEntry } from '@purple-sector/contracts/weekends/entries'
import { carChanged, categoryChanged, raceChanged, weekendsAdminActed } from '@purple-sector/contracts/weekends/events'
import type { Car, Category, Race } from '@purple-sector/contracts/weekends/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWeekends, type TestWeekends } from '../../test/create-test-weekends.ts'
import { findRace } from '../races/find-race.ts'
import { raceRepository } from '../races/race-repository.ts'
import { lockWeekend } from '../weekends/lock-weekend.ts'

let service: TestWeekends
beforeAll(async () => {
  service = await startWeekends()
})
afterAll(() => service?.close())

const who = { userId: 'chief', username: 'chief' }
const actor = { id: who.userId, username: who.username }
const car = (row: number, overrides: Partial<CarEntry> = {}): Entry => ({
  kind: 'car',
  row,
  plate: '07',
  driver: 'Ollie Marsh',
  sheet: 'Cars',
  orMain: true,
  ...overrides,
})
const session = (row: number, overrides: Partial<SessionEntry> = {}): Entry => ({
  kind: 'session',
  row,
  name: 'Race 1',
  category: 'Super2',
  sessionType: 'race1',
  ...overrides,
})
const enter = async (id: number, rows: Entry[], preview = false) => {
  const outcome = await service.request(enterRows, { params: { id }, request: { rows, preview, actor: who } })
  if (outcome.kind !== 'reply') throw new Error(outcome.kind)
  return outcome.reply
}
const racesOf = async (id: number) => (await service.admin<Race[]>('GET', `/api/admin/races?weekendId=${id}`)).body
const carsOf = async (id: number) => (await service.admin<Car[]>('GET', `/api/admin/cars?weekendId=${id}`)).body
const categories = async () => (await service.fan<Category[]>('GET', '/api/categories')).body
const entered = (row: number, action: string, category = 'Dunlop Super2 Series') => ({
  outcome: 'entered',
  row,
  action,
  category,
})

describe('entering the rows of a workbook', () => {
  const rows = [
    car(0, { category: 'Formula Vee', race: 'Race 1', coDriver: 'Ada Moss' }),
    session(1, { category: 'Formula Vee', start: '2030-10-11T10:40', distance: '10 laps', track: 'Kingsway' }),
    session(2, { points: { first: 12, second: 8, third: 4 } }),
    car(3, { class: 'Super2' }),
    car(4, { sheet: 'SuperUtes', plate: '7' }),
    car(5, { plate: '7' }),
  ]
  test('enters rows as if by hand, and changes nothing the second time', async () => {
    const { id } = await service.weekend()
    const before = await categories()
    const outcomes = [
      entered(0, 'created', 'Formula Vee'),
      entered(1, 'created', 'Formula Vee'),
      entered(2, 'created'),
      entered(3, 'created'),
      entered(4, 'created', 'Tyrepower V8 SuperUte Series'),
      { ...entered(5, 'created', 'Repco Supercars Championship'), categoryAssumed: true },
    ]
    expect(await enter(id, rows, true)).toEqual({ outcomes, newCategories: ['Formula Vee'] })
    expect([await racesOf(id), await carsOf(id), await categories()]).toEqual([[], [], before])

    expect(await enter(id, rows)).toEqual({ outcomes, newCategories: ['Formula Vee'] })
    const vee = (await categories()).find(({ name }) => name === 'Formula Vee')
    expect(vee).toMatchObject({ order: before.length + 1, shortName: 'Formula Vee', isMain: false })
    const [race, untimed] = await racesOf(id)
    expect(race).toMatchObject({
      name: 'Race 1',
      categoryId: vee?.id,
      startTime: '2030-10-10T23:40:00.000Z',
      distance: '10 laps',
      track: 'Kingsway',
      pointsSource: 'category',
    })
    expect(untimed).toMatchObject({ startTime: null, track: 'TBD', pointsAwarded: { first: 12, second: 8, third: 4 } })
    const entry = (await carsOf(id)).find(({ category }) => category === 'Formula Vee')
    expect(entry).toMatchObject({ plate: '07', coDriver: 'Ada Moss', raceId: race?.id, race: { name: 'Race 1' } })

    await service.probe.next(categoryChanged, ({ id }) => id === vee?.id)
    await service.probe.next(raceChanged, ({ id }) => id === race?.id)
    await service.probe.next(carChanged, ({ id, raceId }) => id === entry?.id && raceId === race?.id)
    const act = await service.probe.next(
      weekendsAdminActed,
      ({ subject }) => subject.type === 'car' && subject.id === String(entry?.id),
    )
    expect(act.data).toMatchObject({ action: 'car.entered', actor })
    expect(service.pushedStates(id)).toHaveLength(2)

    const again = await enter(id, rows)
    expect(again.newCategories).toEqual([])
    expect(again.outcomes.every((outcome) => 'action' in outcome && outcome.action === 'unchanged')).toBe(true)
    expect(service.pushedStates(id)).toHaveLength(2)
  })
  test('changes only the columns of a row and keeps withdrawn cars withdrawn', async () => {
    const { id } = await service.weekend()
    const race = await service.race(id, { category: 'Super2', track: 'Kingsway', startTime: '2030-10-11T02:00:00Z' })
    const known = await service.car(race.id, { plate: '07', team: 'Gully', manufacturer: 'Ford' })
    await service.admin('PATCH', `/api/admin/cars/${known.id}/status`, { status: 'crashed' })
    const gone = await service.car(race.id, { number: 40, plate: '40' })
    await service.admin('DELETE', `/api/admin/cars/${gone.id}`)
    const { outcomes } = await enter(id, [
      car(0, { category: 'Super2', team: 'Harbour GT' }),
      car(1, { category: 'Super2', plate: '40' }),
      session(2, { start: '2030-10-11T14:00' }),
    ])
    expect(outcomes).toEqual([
      entered(0, 'updated'),
      { outcome: 'refused', row: 1, field: 'plate', message: expect.stringContaining('is withdrawn') },
      entered(2, 'updated'),
    ])
    expect((await carsOf(id)).find(({ id }) => id === known.id)).toMatchObject({
      driver: 'Ollie Marsh',
      team: 'Harbour GT',
      manufacturer: 'Ford',
      status: 'crashed',
      raceId: race.id,
    })
    expect((await racesOf(id))[0]).toMatchObject({ startTime: '2030-10-11T03:00:00.000Z', track: 'Kingsway' })
  })
  test('marks an assumed category if a category other than the main one is possible', async () => {
    const assumed = ({ outcomes }: Awaited<ReturnType<typeof enter>>) =>
      outcomes.map((outcome) => outcome.outcome === 'entered' && outcome.categoryAssumed === true)
    const main = await service.weekend()
    await service.race(main.id, { category: 'Supercars' })
    expect(assumed(await enter(main.id, [car(0), car(1, { plate: '1', class: 'EXT' })]))).toEqual([false, true])
    const { id } = await service.weekend()
    await service.race(id, { category: 'Super2' })
    const rows = [car(0), car(1, { plate: '1', category: 'Super2' }), car(2, { plate: '2', class: 'Super2' })]
    expect(assumed(await enter(id, rows))).toEqual([true, false, false])
    expect(assumed(await enter(id, [car(0)]))).toEqual([false])
  })
  test('rejects invalid rows and enters the others', async () => {
    const { id } = await service.weekend()
    const race = await service.race(id, { category: 'Super2' })
    const played = await service.race(id, { category: 'Super2', name: 'Race 2', startTime: '2020-01-01T00:00:00Z' })
    const foreign = await service.race((await service.weekend()).id)
    const { outcomes } = await enter(id, [
      car(0, { race: String(race.id) }),
      car(1, { race: String(foreign.id), plate: '1' }),
      car(2, { race: 'Race 9', plate: '2', category: 'Super2' }),
      car(3, { race: String(race.id), plate: '3', category: 'Supercars' }),
      car(4, { category: 'Superduper', plate: '4' }),
      car(5, { category: 'Super2', driver: 'Somebody Else' }),
      car(6, { orMain: false, plate: '6' }),
      session(7, { name: 'Race 2', sessionType: 'race3' }),
      session(8, { name: 'race  1', start: '2020-01-01T10:00' }),
      session(9, { category: '4711' }),
    ])
    const refused = (row: number, field: string | null, message: RegExp, more: object = {}) => ({
      outcome: 'refused',
      row,
      field,
      message: expect.stringMatching(message),
      ...more,
    })
    expect(outcomes).toEqual([
      entered(0, 'created'),
      refused(1, 'race', new RegExp(`^${foreign.id} is not a session of this weekend`)),
      refused(2, 'race', /^“Race 9” is not a session of Dunlop Super2/),
      refused(3, 'race', /is a session of Dunlop Super2 Series, not of Repco/),
      refused(4, 'category', /There is no category “Superduper”. Nearest: /),
      refused(5, 'plate', /stands there twice/, { duplicate: 0 }),
      refused(6, 'category', /^Missing/),
      refused(7, null, /is locked/),
      refused(8, 'start', /would close for tips at once/),
      refused(9, 'category', /cannot be the name of a category/),
    ])
    expect((await carsOf(id)).map(({ plate }) => plate)).toEqual(['07'])
    expect((await racesOf(id)).find(({ id }) => id === played.id)?.sessionType).toBe('race1')
  })
  test('rejects a start that the clocks skip and marks one that occurs twice', async () => {
    const { id } = await service.weekend({ startDate: '2036-10-04', endDate: '2036-10-05' })
    const starts = ['2036-10-05T01:30', '2036-10-05T02:30', '2036-10-05T03:30', '2036-04-06T02:30']
    const rows = starts.map((start, row) => session(row, { name: `Session ${row}`, start }))
    const { outcomes } = await enter(id, rows)
    expect(outcomes).toMatchObject([
      { outcome: 'entered' },
      {
        ...{ outcome: 'refused', row: 1, field: 'start' },
        message: 'The clocks of Australia/Sydney skip 2036-10-05 02:30.',
      },
      { outcome: 'entered' },
      { outcome: 'entered', startComesTwice: true },
    ])
    expect(outcomes.filter((outcome) => 'startComesTwice' in outcome)).toHaveLength(1)
    expect((await racesOf(id)).map(({ startTime }) => startTime).toSorted()).toEqual([
      '2036-04-05T15:30:00.000Z',
      '2036-10-04T15:30:00.000Z',
      '2036-10-04T16:30:00.000Z',
    ])
    const again = await enter(id, [session(0, { name: 'Session 0', start: '2036-10-05T02:30' })])
    expect(again.outcomes).toMatchObject([{ outcome: 'refused', field: 'start' }])
  })

  test('returns not-found for an unknown weekend and enters each session once for concurrent workbooks', async () => {
    const missing = { params: { id: 2_000_000_000 }, request: { rows: [car(0)], preview: false, actor: who } }
    expect(await service.request(enterRows, missing)).toEqual({ kind: 'not-found' })
    const { id } = await service.weekend()
    await Promise.all(Array.from({ length: 5 }, () => enter(id, [session(0), car(1)])))
    expect(await racesOf(id)).toHaveLength(1)
    expect(await carsOf(id)).toHaveLength(1)
  })
  test('waits for concurrent manual entries and includes them', async () => {
    const { id } = await service.weekend()
    const race = await service.race(id, { category: 'Super2' })
    const entering = await service.database.transaction(async (sql) => {
      await lockWeekend(sql, 'shared', id)
      await raceRepository(sql).insert({ ...(await findRace(sql, race.id)).race, name: 'Race 2' })
      const reply = enter(id, [session(0, { name: 'Race 2', distance: '20 laps' })])
      const { rows } = await sql.raw('select pg_backend_pid() as pid')
      const waiting = () =>
        service.database('pg_stat_activity').whereRaw('? = any(pg_blocking_pids(pid))', [rows[0].pid]).pluck('pid')
      await expect.poll(waiting, { timeout: 20_000 }).not.toEqual([])
      return { reply }
    })
    expect((await entering.reply).outcomes).toEqual([entered(0, 'updated')])
    expect((await racesOf(id)).map(({ name }) => name)).toEqual(['Race 1', 'Race 2'])
  })
  test('enters a whole weekend at once', async () => {
    const { id } = await service.weekend()
    const names = (await categories()).slice(0, 8).map(({ name }) => name)
    const rows = [
      ...names.flatMap((category) =>
        Array.from({ length: 8 }, (_, index) => session(0, { category, name: `Session ${index}` })),
      ),
      ...names.flatMap((category) => Array.from({ length: 25 }, (_, index) => car(0, { category, plate: `${index}` }))),
    ].map((entry, row) => ({ ...entry, row }))
    const { outcomes } = await enter(id, rows)
    expect(outcomes.filter((outcome) => 'action' in outcome && outcome.action === 'created')).toHaveLength(264)
    expect([(await racesOf(id)).length, (await carsOf(id)).length]).toEqual([64, 200])
  })
})

test('assigns race types by order to races numbered over the season, also in a later upload', async () => {
  const { id } = await service.weekend()
  const race = (row: number, number: number) => session(row, { name: `Race ${number}`, namedRace: { number } })
  expect((await enter(id, [race(0, 24), race(1, 23)])).outcomes).toEqual([
    { ...entered(0, 'created'), readAs: 'race2' },
    { ...entered(1, 'created'), readAs: 'race1' },
  ])
  expect((await enter(id, [race(0, 23), race(1, 25)])).outcomes).toEqual([
    entered(0, 'unchanged'),
    { ...entered(1, 'created'), readAs: 'race3' },
  ])
  const types = (await racesOf(id)).map(({ name, sessionType }) => [name, sessionType])
  expect(types.toSorted()).toEqual([
    ['Race 23', 'race1'],
    ['Race 24', 'race2'],
    ['Race 25', 'race3'],
  ])
})
