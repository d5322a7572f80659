import type { Reading } from '@purple-sector/contracts/admin/readings'
import { type ReadingDependencies, sessionOf } from '../readings/read-result.ts'
import { findMatches } from './car-matches.ts'
import type { NewestTimings } from './newest-timings.ts'
import { readOrder } from './read-order.ts'
import { noTiming } from './shown-timing.ts'

/** The last order that came of a session, shown or not, as race control may publish it; writes nothing. */
export const readLastOrder = (dependencies: ReadingDependencies & { newest: NewestTimings }) => {
  const { database, newest } = dependencies
  const session = sessionOf(dependencies)
  return async (raceId: number): Promise<Reading> => {
    const found = await session(raceId)
    const kept = await newest.kept(raceId)
    if (!kept) throw noTiming()
    const matches = await findMatches(database, raceId)
    return readOrder(kept, { session: found, matches })
  }
}
