import type { LockAt } from '@purple-sector/contracts/admin/http'
import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import type { Entry, LedgerEntry, Tip } from '@purple-sector/contracts/tipping/http'
import type { Car, Race, Weekend } from '@purple-sector/contracts/weekends/http'
import type { Person } from '@purple-sector/testing/group-weekend/person'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LONG_TIMEOUT } from '../test/long-timeout.ts'
import { startProductProcess } from '../test/prepared-product.ts'
import type { ProductProcess } from '../test/product-process.ts'
import { register, signInAsAdministrator } from '../test/sign-in.ts'

const CATEGORY = 'Repco Supercars Championship'
const DAY_MS = 86_400_000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** A race page with a start time in UTC, to the minute, as Natsoft writes it. */
const pageOf = (start: Date, plates: readonly string[]): string =>
  [
    `${CATEGORY} - Race 2`,
    'CLASSIFICATION',
    'Event R2        30 Mins',
    'Scheduled Start 15:30',
    'PROVISIONAL',
    'Page 1           Issue 1',
    `Start ${DAYS[start.getUTCDay()]} ${MONTHS[start.getUTCMonth()]} ${start.getUTCDate()}   ${twoDigits(start.getUTCHours())}:${twoDigits(start.getUTCMinutes())}`,
    'Pos\tCar\tDriver\tLaps',
    ...plates.map((plate, index) => `${index + 1}\t${plate}\tDriver ${plate}\t19`),
  ].join('\n')

let product: ProductProcess
let raceControl: Person
let fans: Person[]
beforeAll(async () => {
  product = await startProductProcess()
  raceControl = await signInAsAdministrator(product)
  fans = await Promise.all(['ann', 'bob'].map((username) => register(product, username)))
}, 180_000)
afterAll(() => product?.dispose())

test('a race that started early is locked at its start and scored with the tips of that moment', async () => {
  const [ann, bob] = fans as [Person, Person]
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const weekend = await raceControl.post<Weekend>('/api/admin/weekends', {
    name: 'Sydney',
    timeZone: 'UTC',
    startDate: day(Date.now() - DAY_MS),
    endDate: day(Date.now() + DAY_MS),
    isActive: true,
  })
  const race = await raceControl.post<Race>('/api/admin/races', {
    weekendId: weekend.id,
    name: 'Race 2',
    category: CATEGORY,
    sessionType: 'race2',
    startTime: new Date(Date.now() + 600_000).toISOString(),
  })
  const cars: Car[] = []
  for (const number of [1, 2, 3])
    cars.push(
      await raceControl.post<Car>('/api/admin/cars', {
        raceId: race.id,
        number,
        driver: `Driver ${number}`,
        team: 'Team',
      }),
    )
  const [first, second] = cars as [Car, Car]
  const tip = (fan: Person, car: Car) =>
    fan.post<Tip>('/api/tips', { weekendId: weekend.id, category: CATEGORY, carId: car.id })
  const before = await tip(ann, second)
  // The start is after Ann's tip, before her change and Bob's tip.
  const startedAt = new Date(Date.parse(before.submittedAt) + 1).toISOString()
  const changed = await tip(ann, first)
  await tip(bob, first)

  const startMinute = new Date(Math.floor(Date.parse(startedAt) / 60_000) * 60_000)
  const text = pageOf(startMinute, ['1', '2', '3'])
  const parsed = await raceControl.post<ParsedImport>(`/api/admin/races/${race.id}/results/read`, { text })
  // The page rounds down to the minute, so Ann's first tip may be late, too; she still counts once, and Bob once.
  expect(parsed).toMatchObject({ startedAt: startMinute.toISOString(), lateTips: 2 })
  expect(parsed.notes[0]).toMatch(/^It started at \d+:\d\d [ap]m; 2 tips came in after that\.$/)

  const { status, classification } = parsed
  await raceControl.send('PUT', `/api/admin/races/${race.id}/results`, { status, classification })
  const leaderboard = `/api/weekends/${weekend.id}/leaderboard`
  const points = async () => {
    const board = await raceControl.get<Entry[]>(leaderboard)
    return [ann, bob].map(({ userId }) => board.find((entry) => entry.userId === userId)?.totalPoints)
  }
  await expect.poll(points, LONG_TIMEOUT).toEqual([50, 50])

  const lock = `/api/admin/races/${race.id}/lock-at`
  const locked = await raceControl.post<LockAt>(lock, { at: startedAt })
  expect(locked).toEqual({ raceId: race.id, locksAt: startedAt, lateTips: 2, revision: 2 })
  const races = await raceControl.get<Race[]>(`/api/weekends/${weekend.id}/races`)
  expect(races.find(({ id }) => id === race.id)).toMatchObject({ deadline: startedAt, locked: true })
  await expect.poll(points, LONG_TIMEOUT).toEqual([25, 0])
  expect(await raceControl.post<LockAt>(lock, { at: startedAt })).toMatchObject({ revision: null })

  expect(await ann.get<LedgerEntry[]>(`/api/weekends/${weekend.id}/my-points`)).toMatchObject([
    { points: 50, tip: { carId: first.id }, replacedBy: 2, inForce: false },
    { points: 25, tip: { carId: second.id }, inForce: true, late: { changedAt: changed.submittedAt, startedAt } },
  ])
  const [bobsTip] = await bob.get<Tip[]>(`/api/tips/${weekend.id}`)
  expect(bobsTip?.sessions).toMatchObject([
    { carId: null, points: 0, deadline: startedAt, lateAt: bobsTip?.submittedAt },
  ])
}, 120_000)
