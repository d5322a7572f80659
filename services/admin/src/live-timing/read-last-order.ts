import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import { withEarlyStart } from '../imports/early-start.ts'
import { type ImportDependencies, sessionOf } from '../imports/import-result.ts'
import type { Tipping } from '../results/tipping-client.ts'
import { findMatches } from './car-matches.ts'
import type { NewestTimings } from './latest-timings.ts'
import { readOrder } from './read-order.ts'
import { findLastFlag } from './timing-history.ts'
import { noTiming } from './visible-timing.ts'

type LastOrder = ImportDependencies & { newest: NewestTimings; tipping: Pick<Tipping, 'reviewLock'> }

/** The last order that came of a session, shown or not, as race control may publish it; writes nothing. */
export const readLastOrder = (dependencies: LastOrder) => {
  const { database, newest, tipping } = dependencies
  const addStart = withEarlyStart(tipping)
  const session = sessionOf(dependencies)
  return async (raceId: number): Promise<{ reading: ParsedImport; isPodiumCertain: boolean }> => {
    const found = await session(raceId)
    const kept = await newest.kept(raceId)
    if (!kept) throw noTiming()
    const [matches, lastFlag] = await Promise.all([findMatches(database, raceId), findLastFlag(database, kept.timing)])
    const { reading, isPodiumCertain } = readOrder(kept, { session: found, matches, lastFlag })
    const at = kept.sessionStartedAt ? new Date(kept.sessionStartedAt) : undefined
    return { reading: await addStart(reading, { at, session: found }), isPodiumCertain }
  }
}
