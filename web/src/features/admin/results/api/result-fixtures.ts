import type { Result } from '@purple-sector/contracts/admin/http'
import type { Car } from '@purple-sector/contracts/weekends/http'
import { carReply } from '@purple-sector/testing/replies'

const DRIVERS = ['Jed Harrowell', 'Mitch Dellaway', 'Tomas Kinnear', 'Ellie Strand', 'Corey Vander']
const NUMBERS = [7, 18, 31, 54, 88]

/** Creates five cars: ids 1 to 5, numbers 7, 18, 31, 54 and 88. */
export const createCars = (): Car[] =>
  DRIVERS.map((driver, index) => carReply({ id: index + 1, number: NUMBERS[index] ?? 0, driver }))

type Entry = Result['classification'][number]

/** Creates a row of a result. */
export const createEntry = (position: number | null, carId: number, overrides: Partial<Entry> = {}): Entry => ({
  position,
  carId,
  status: 'classified',
  place: (overrides.status ?? 'classified') === 'classified' ? position : null,
  car: {
    number: NUMBERS[carId - 1] ?? 0,
    plate: String(NUMBERS[carId - 1] ?? 0),
    driver: DRIVERS[carId - 1] ?? '',
    team: 'Brightline Racing',
  },
  ...overrides,
})

/** Creates a result of race 1. */
export const createResult = (classification: Entry[], overrides: Partial<Result> = {}): Result => ({
  raceId: 1,
  revision: 1,
  status: 'provisional',
  reason: null,
  publishedAt: '2026-11-21T05:15:00.000Z',
  classification,
  ...overrides,
})
