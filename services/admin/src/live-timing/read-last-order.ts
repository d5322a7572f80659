import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import type { Database } from '@purple-sector/database'
import { withEarlyStart } from '../imports/early-start.ts'
import { type ImportDependencies, sessionOf } from '../imports/import-result.ts'
import { carMatchRepository } from '../timing-sources/car-match-repository.ts'
import type { TippingClient } from '../tipping-client.ts'
import type { LatestTimings } from './latest-timings.ts'
import { readOrder } from './read-order.ts'
import { findLastFlag } from './timing-history-repository.ts'
import { noTiming } from './visible-timing.ts'

type LastOrder = ImportDependencies & {
  database: Database
  latestTimings: LatestTimings
  tipping: Pick<TippingClient, 'getLockWithLateTips'>
}

/**
 * Reads the latest order of a session, visible or hidden, as a result that race control may publish; writes nothing.
 */
export const readLastOrder = (dependencies: LastOrder) => {
  const { database, latestTimings, tipping } = dependencies
  const addStart = withEarlyStart(tipping)
  const session = sessionOf(dependencies)
  return async (raceId: number): Promise<{ parsed: ParsedImport; isPodiumCertain: boolean }> => {
    const sessionOfRace = await session(raceId)
    const latest = await latestTimings.latest(raceId)
    if (!latest) throw noTiming()
    const [matches, lastFlag] = await Promise.all([
      carMatchRepository(database, raceId).find(),
      findLastFlag(database, latest.timing),
    ])
    const { parsed, isPodiumCertain } = readOrder(latest, { session: sessionOfRace, matches, lastFlag })
    const at = latest.sessionStartedAt ? new Date(latest.sessionStartedAt) : undefined
    return { parsed: await addStart(parsed, { at, session: sessionOfRace }), isPodiumCertain }
  }
}
