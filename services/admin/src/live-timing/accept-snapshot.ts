import { isNewer } from '@purple-sector/cache'
import { timingStarted } from '@purple-sector/contracts/admin/events'
import type { Snapshot, SnapshotReply } from '@purple-sector/contracts/admin/live-timing'
import type { Database, Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import type { ProvisionalLocks } from '@purple-sector/service-kit/data/provisional-locks'
import { conflict } from '@purple-sector/service-kit/errors'
import { lockRaceShared } from '../projections/lock-race-shared.ts'
import { selectRaceForUpdate } from '../projections/race-projection.ts'
import { noSuchRace } from '../results/no-such-race.ts'
import type { countPushes } from '../timing-sources/count-pushes.ts'
import { sourceRepository } from '../timing-sources/source-repository.ts'
import type { Weekends } from '../weekends-client.ts'
import { conflatingQueue } from './conflating-queue.ts'
import type { enteredCars } from './entered-cars.ts'
import { findTimedRace, type TimedRace } from './find-timed-race-sql.ts'
import type { LatestTimings } from './latest-timings.ts'
import { liveTimingRepository } from './live-timing-repository.ts'
import { nextTiming, type TrackedTiming } from './next-timing.ts'
import { publishStatus } from './publish-status.ts'
import { historyAdditions } from './timing-history.ts'
import { addControl, addLaps } from './timing-history-repository.ts'
import { timingSessionRepository } from './timing-session-repository.ts'

/**
 * Accepts a snapshot from a source.
 * Without a `generation` it belongs to the current source. Ignores a snapshot of an earlier generation, one that is not
 * newer than the latest, and one that a newer one supersedes in the queue. Throws 404 for an unknown race, 409
 * `RACE_OVER` for a race that is completed or has a result, and 409 `OTHER_SOURCE` for a push while another source is
 * set.
 */
export type AcceptSnapshot = (
  raceId: number,
  snapshot: Snapshot,
  options?: { generation?: number },
) => Promise<SnapshotReply>

export type SnapshotDependencies = {
  database: Database
  weekends: Pick<Weekends, 'findRace' | 'refresh'>
  provisionalLocks: Pick<ProvisionalLocks, 'around' | 'store'>
  latestTimings: LatestTimings
  enteredCarsCache: ReturnType<typeof enteredCars>
  pushes: ReturnType<typeof countPushes>
}

const otherSource = () =>
  conflict('OTHER_SOURCE', 'Another source delivers this session. Remove it before sending timing to it.')

const raceIsOver = () => conflict('RACE_OVER', 'This session is over and takes no more timing.')

/** Throws if the race accepts no more snapshots. */
const assertOpen = (race: TimedRace | undefined): TimedRace => {
  if (!race) throw noSuchRace()
  if (race.isOver) throw raceIsOver()
  return race
}

/** Finds the race; fetches it from weekends once, because its event may not have arrived yet. */
const timedRaceOf = async ({ database, weekends }: SnapshotDependencies, raceId: number): Promise<TimedRace> => {
  const localRace = await findTimedRace(database, raceId)
  if (localRace) return assertOpen(localRace)
  await weekends.findRace(raceId)
  return assertOpen(await findTimedRace(database, raceId))
}

/** Starts the session, in a transaction, and publishes its start on the first snapshot. */
const startSession = async (
  sql: Transaction,
  { id, weekendId }: TimedRace,
  storeLock: () => Promise<void> = async () => {},
): Promise<Date> => {
  const { isDeleted } = await lockRaceShared(sql, { id, weekendId })
  if (isDeleted || !(await selectRaceForUpdate(sql, id))) throw noSuchRace()
  assertOpen(await findTimedRace(sql, id))
  await storeLock()
  const sessions = timingSessionRepository(sql)
  await sessions.ensure({ id, weekendId })
  const { isFirst, startedAt, wasIdle } = await sessions.start(id)
  if (isFirst) await outbox(sql).append(timingStarted, { raceId: id, weekendId, at: startedAt.toISOString() })
  if (wasIdle) {
    await sourceRepository(sql).markStarted(id)
    await publishStatus(sql)
  }
  return startedAt
}

/**
 * Ensures that the session runs; returns its start.
 * The first snapshot locks the race, as a result does, so that no tip slips in (docs/rules.md, Races). A snapshot after
 * a silence finds it locked already.
 */
const ensureStarted = async (dependencies: SnapshotDependencies, race: TimedRace): Promise<Date> => {
  const { database, provisionalLocks, weekends } = dependencies
  const { isRunning, startedAt } = race
  if (startedAt) return isRunning ? startedAt : database.transaction((sql) => startSession(sql, race))
  // The first snapshot names cars that were entered a moment ago.
  const refreshed = weekends.refresh(race)
  return provisionalLocks.around(race, async (lock) => {
    await refreshed
    return database.transaction((sql) => startSession(sql, race, () => provisionalLocks.store(sql, lock)))
  })
}

/**
 * Stores the timing, visible unless timing is paused; false if another replica stored a newer one meanwhile.
 * Reads the pause right before it writes, because timing may have been paused while the race was being closed or laps were
 * being stored. For a hidden timing it reads it again: timing was resumed meanwhile, or a later resume finds this timing.
 */
const putLatest = async (
  { database, latestTimings }: SnapshotDependencies,
  updatedTiming: TrackedTiming,
): Promise<boolean> => {
  const liveTiming = liveTimingRepository(database)
  const isVisible = !(await liveTiming.isPaused())
  if (!(await latestTimings.putIfNewer(updatedTiming, { isVisible }))) return false
  if (!isVisible && !(await liveTiming.isPaused())) await latestTimings.makeVisible(updatedTiming.timing)
  return true
}

export const acceptSnapshots = (dependencies: SnapshotDependencies): AcceptSnapshot => {
  const { database, latestTimings, enteredCarsCache, pushes } = dependencies
  const enqueue = conflatingQueue<SnapshotReply>()

  const accept = async (
    raceId: number,
    snapshot: Snapshot,
    requestedGeneration: number | undefined,
  ): Promise<SnapshotReply> => {
    const at = new Date()
    const [race, previous] = await Promise.all([timedRaceOf(dependencies, raceId), latestTimings.latest(raceId)])
    const isPush = requestedGeneration === undefined
    if (isPush && race.sourceKind !== null && race.sourceKind !== 'push') throw otherSource()
    const generation = requestedGeneration ?? race.generation
    const order = { generation, sequence: snapshot.sequence }
    const isStale = generation < race.generation || (previous && !isNewer(order, previous.timing))
    if (isStale) return { raceId, accepted: false, sequence: previous?.timing.sequence ?? 0 }

    const startedAt = await ensureStarted(dependencies, race)
    if (isPush && race.sourceKind === null) await sourceRepository(database).ensurePush(raceId)
    if (!race.startedAt) enteredCarsCache.invalidate(raceId)
    const cars = await enteredCarsCache.of(race)
    const { weekendId } = race
    const updatedTiming = nextTiming(previous, snapshot, {
      raceId,
      weekendId,
      generation,
      at,
      startedAt,
      entered: cars,
    })
    const additions = historyAdditions(previous, updatedTiming)
    await addLaps(database, updatedTiming, additions)
    if (!(await putLatest(dependencies, updatedTiming)))
      return {
        raceId,
        accepted: false,
        sequence: (await latestTimings.latest(raceId))?.timing.sequence ?? snapshot.sequence,
      }
    await addControl(database, updatedTiming, additions)
    if (!previous || updatedTiming.timing.hasEnded !== previous.timing.hasEnded) await latestTimings.saveNow(raceId)
    if (isPush) pushes.add(raceId, generation)
    return { raceId, accepted: true, sequence: snapshot.sequence }
  }

  return (raceId, snapshot, { generation } = {}) =>
    enqueue(raceId, {
      // Sequences are comparable within one source only.
      lane: generation ?? 0,
      sequence: snapshot.sequence,
      run: () => accept(raceId, snapshot, generation),
      supersededBy: (sequence) => ({ raceId, accepted: false, sequence }),
    })
}
