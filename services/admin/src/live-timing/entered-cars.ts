import type { Database } from '@purple-sector/database'
import { ttlCache } from '@purple-sector/service-kit/caching/ttl-cache'
import { findEntered } from '../projections/car-projection.ts'
import { carMatchRepository } from '../timing-sources/car-match-repository.ts'
import type { EnteredCars } from './find-entered-car.ts'

const TTL_MS = 2_000
/** Races. */
const MAX_CACHED = 1_000

type Category = { id: number; weekendId: number; categoryId: number }

/** Reads the cars of a race's category with race control's matches. */
export const readEnteredCars = async (database: Database, race: Category): Promise<EnteredCars> => {
  const [cars, matches] = await Promise.all([findEntered(database, race), carMatchRepository(database, race.id).find()])
  return { cars, matches }
}

/**
 * Caches the cars of a race's category with race control's matches for two seconds.
 * Snapshots arrive several times a second.
 */
export const enteredCars = (database: Database) => {
  const cache = ttlCache<number, EnteredCars>({ ttlMs: TTL_MS, maxEntries: MAX_CACHED })
  return {
    of: (race: Category): Promise<EnteredCars> => cache.get(race.id, () => readEnteredCars(database, race)),
    /** Invalidates a race whose cars or matches changed. */
    invalidate: (raceId: number): void => cache.invalidate(raceId),
  }
}
