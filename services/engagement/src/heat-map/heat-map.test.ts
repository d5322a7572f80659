import { describe, expect, test } from 'vitest'
import { type HeatCar, type HeatRow, type HeatSession, heatMapOf, zoneOf } from './heat-map.ts'

const categories = [
  { id: 3, name: 'Dunlop Super2 Series' },
  { id: 1, name: 'Repco Supercars Championship' },
]
const car = (id: number, overrides: Partial<HeatCar> = {}): HeatCar => ({
  id,
  categoryId: 1,
  number: id,
  plate: String(id),
  driverName: `Driver ${id}`,
  team: `Team ${id}`,
  ...overrides,
})
const finished = (...order: number[]): HeatRow[] =>
  order.map((carId, index) => ({ carId, place: index + 1, position: index + 1, status: 'classified' }))
const session = (rows: HeatRow[], overrides: Partial<HeatSession> = {}): HeatSession => ({
  name: 'Race 1',
  categoryId: 1,
  points: { first: 50, second: 25, third: 15 },
  rows,
  ...overrides,
})
const mapOf = (sessions: HeatSession[], cars = [car(1), car(2), car(3)]) => heatMapOf({ sessions, cars, categories })
const scoresOf = (...args: Parameters<typeof mapOf>) =>
  mapOf(...args).map(({ driverName, performanceScore }) => [driverName, performanceScore])

test.each([
  [100, 'hot'],
  [80, 'hot'],
  [79.9, 'warm'],
  [60, 'warm'],
  [59.9, 'neutral'],
  [40, 'neutral'],
  [39.9, 'cool'],
  [20, 'cool'],
  [19.9, 'cold'],
  [0, 'cold'],
])('maps a score of %d to %s', (score, zone) => {
  expect(zoneOf(score)).toBe(zone)
})

describe('heatMapOf', () => {
  test('returns an empty map without sessions', () => {
    expect(mapOf([])).toEqual([])
  })

  test('averages each driver’s sessions, best first, with the figures of the latest session', () => {
    const practice = session(finished(2, 1, 3), { name: 'Practice', points: null })
    const race = session(
      [
        { carId: 1, place: 1, position: 1, status: 'classified', laps: 39, bestLapMs: 80_298.3, averageSpeed: 152.4 },
        { carId: 2, place: 2, position: 2, status: 'classified', laps: 39, bestLapMs: 80_298.3 },
        { carId: 3, place: null, position: null, status: 'dnf', laps: 13 },
      ],
      { name: 'Race 2' },
    )
    const [first, second, third] = mapOf([practice, race])
    expect(first).toEqual({
      ...{ carId: 2, driverName: 'Driver 2', number: 2, plate: '2', team: 'Team 2' },
      ...{ categoryId: 1, category: 'Repco Supercars Championship', raceName: 'Race 2', sessions: 2 },
      ...{ performanceScore: '85.0', heatMapZone: 'hot', status: 'classified', position: 2, points: 25 },
      ...{ averageSpeed: null, bestLapTime: 80_298.3, lapsCompleted: 39 },
    })
    expect(second).toMatchObject({ driverName: 'Driver 1', performanceScore: '75.0', heatMapZone: 'warm', points: 50 })
    expect(second?.averageSpeed).toBe(152.4)
    expect(third).toMatchObject({ driverName: 'Driver 3', performanceScore: '1.7', status: 'dnf', position: null })
  })

  test('averages sessions that a car started, and omits cars that never did', () => {
    const dns = (carId: number): HeatRow => ({ carId, place: null, position: null, status: 'dns' })
    const firstSession = session([...finished(1, 2), dns(3)])
    const secondSession = session([...finished(2), dns(1), dns(3)], { name: 'Race 2' })
    expect(
      mapOf([firstSession, secondSession]).map(({ driverName, performanceScore, sessions, raceName }) => [
        driverName,
        performanceScore,
        sessions,
        raceName,
      ]),
    ).toEqual([
      ['Driver 1', '100.0', 1, 'Race 1'],
      ['Driver 2', '50.0', 2, 'Race 2'],
    ])
  })

  test('orders equal scores by category, then by number', () => {
    const cars = [car(1), car(9, { categoryId: 3 }), car(4, { categoryId: 3 })]
    const sessions = [1, 9, 4].map((id) => session(finished(id), { categoryId: id === 1 ? 1 : 3 }))
    expect(mapOf(sessions, cars).map(({ plate }) => plate)).toEqual(['4', '9', '1'])
  })

  test('rounds to one decimal before it derives the zone', () => {
    // 79.96 shows 80.0, which is hot.
    const rows = (place: number): HeatRow[] => [{ carId: 1, place, position: place, status: 'classified' }]
    const retiredRows = Array.from(
      { length: 500 },
      (_, index): HeatRow => ({ carId: 1000 + index, place: null, position: null, status: 'dnf' }),
    )
    expect(mapOf([session([...rows(101.2), ...retiredRows])])[0]).toMatchObject({
      performanceScore: '80.0',
      heatMapZone: 'hot',
    })
  })

  test('names the driver as currently entered', () => {
    const sessionNames = { number: 1, plate: '1', driverName: 'Brok Feeney', team: 'Old' }
    const rows = finished(1).map((row) => ({ ...row, sessionNames }))
    expect(mapOf([session(rows)], [car(1, { driverName: 'Broc Feeney' })])[0]).toMatchObject({
      driverName: 'Broc Feeney',
      team: 'Team 1',
    })
  })

  test('separates drivers of the same car, and keeps drivers of a deleted car', () => {
    const rowsOf = (driverName: string, rows: HeatRow[]): HeatRow[] =>
      rows.map((row) => ({ ...row, sessionNames: { number: 7, plate: '07', driverName, team: 'Then' } }))
    const sessions = [session(rowsOf('Jamie Whincup', finished(1))), session(rowsOf('Broc Feeney', finished(1)))]
    expect(scoresOf(sessions, [car(1, { driverName: 'Broc Feeney' })])).toEqual([
      ['Broc Feeney', '100.0'],
      ['Jamie Whincup', '100.0'],
    ])
    expect(mapOf([session(rowsOf('Jamie Whincup', finished(9)))])).toMatchObject([{ carId: 9, plate: '07' }])
    expect(mapOf([session(finished(9))])).toEqual([])
  })
})
