import type { Database } from '@purple-sector/database'
import { findEntered } from '../projections/car-projection.ts'
import { findMatches } from './car-matches.ts'
import type { EnteredCars } from './find-entered-car.ts'

const GOOD_FOR_MS = 2_000
const MOST = 1_000

type Category = { id: number; weekendId: number; categoryId: number }

/**
 * The cars of a race's category and race control's matches, at most two seconds old: snapshots come several times a
 * second.
 */
export const enteredCars = (database: Database) => {
  const known = new Map<number, { until: number; entered: EnteredCars }>()
  return {
    async of(race: Category): Promise<EnteredCars> {
      const now = Date.now()
      const found = known.get(race.id)
      if (found && found.until > now) return found.entered
      const [cars, matches] = await Promise.all([findEntered(database, race), findMatches(database, race.id)])
      if (known.size >= MOST) known.clear()
      const entered = { cars, matches }
      known.set(race.id, { until: now + GOOD_FOR_MS, entered })
      return entered
    },

    /** Something about them has just changed. */
    forget(raceId: number): void {
      known.delete(raceId)
    },
  }
}
