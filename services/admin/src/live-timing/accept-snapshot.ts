import { isNewer } from '@purple-sector/cache'
import { timingStarted } from '@purple-sector/contracts/admin/events'
import type { Snapshot, SnapshotReply } from '@purple-sector/contracts/admin/live-timing'
import type { Database, Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import type { ProvisionalLocks } from '@purple-sector/service-kit/data/provisional-locks'
import { conflict } from '@purple-sector/service-kit/errors'
import { holdRace } from '../projections/race-projection.ts'
import { shareRace } from '../projections/share-race.ts'
import type { Weekends } from '../projections/weekends-client.ts'
import { noSuchRace } from '../results/no-such-race.ts'
import type { countPushes } from '../timing-sources/count-pushes.ts'
import { sourceRepository } from '../timing-sources/source-repository.ts'
import { newestWaiting } from './conflating-queue.ts'
import type { enteredCars } from './entered-cars.ts'
import { findStanding, type Standing } from './find-timed-race.ts'
import type { NewestTimings } from './latest-timings.ts'
import { liveTimingRepository } from './live-timing.ts'
import { nextTiming } from './next-timing.ts'
import { tellStatus } from './publish-status.ts'
import { addControl, addLaps, newsOf } from './timing-history.ts'
import { timingSessionRepository } from './timing-session-repository.ts'

/**
 * Takes what a source sends. Without a `generation` it counts as of the source there is now; one of a generation before
 * is ignored, and so is one that is not newer than the newest, or is overtaken while it waits for its turn. Throws 404 for a race that is not there, 409 `RACE_OVER`
 * for one that is completed or has a result, and 409 `OTHER_SOURCE` where it names none and one is set that is no push.
 */
export type TakeSnapshot = (
  raceId: number,
  snapshot: Snapshot,
  options?: { generation?: number },
) => Promise<SnapshotReply>

export type SnapshotDependencies = {
  database: Database
  weekends: Pick<Weekends, 'findRace' | 'refresh'>
  provisionalLocks: Pick<ProvisionalLocks, 'around' | 'store'>
  newest: NewestTimings
  entered: ReturnType<typeof enteredCars>
  pushes: ReturnType<typeof countPushes>
}

const otherSource = () =>
  conflict('OTHER_SOURCE', 'Another source delivers this session. Remove it before sending timing to it.')

const raceIsOver = () => conflict('RACE_OVER', 'This session is over and takes no more timing.')

/** Throws where the race takes no more. */
const assertTakes = (standing: Standing | undefined): Standing => {
  if (!standing) throw noSuchRace()
  if (standing.isOver) throw raceIsOver()
  return standing
}

/** A race may be asked for before its event is here: weekends is asked once before it is called unknown. */
const standingOf = async ({ database, weekends }: SnapshotDependencies, raceId: number): Promise<Standing> => {
  const known = await findStanding(database, raceId)
  if (known) return assertTakes(known)
  await weekends.findRace(raceId)
  return assertTakes(await findStanding(database, raceId))
}

/** In a transaction: the session runs from here on, and is told to have started if nothing came of it before. */
const begin = async (
  sql: Transaction,
  { id, weekendId }: Standing,
  storeClosing: () => Promise<void> = async () => {},
): Promise<Date> => {
  const { isDeleted } = await shareRace(sql, { id, weekendId })
  await storeClosing()
  if (isDeleted || !(await holdRace(sql, id))) throw noSuchRace()
  assertTakes(await findStanding(sql, id))
  const sessions = timingSessionRepository(sql)
  await sessions.ensure({ id, weekendId })
  const { isFirst, startedAt, began } = await sessions.begin(id)
  if (isFirst) await outbox(sql).append(timingStarted, { raceId: id, weekendId, at: startedAt.toISOString() })
  if (began) {
    await sourceRepository(sql).begins(id)
    await tellStatus(sql)
  }
  return startedAt
}

/**
 * The first snapshot locks its race as a result does: no tip slips in between (docs/rules.md, Races). One that comes
 * after a silence finds it locked.
 */
const started = async (dependencies: SnapshotDependencies, race: Standing): Promise<Date> => {
  const { database, provisionalLocks, weekends } = dependencies
  const { isRunning, startedAt } = race
  if (startedAt) return isRunning ? startedAt : database.transaction((sql) => begin(sql, race))
  // Who was entered a moment ago is known by name from the start.
  await weekends.refresh(race)
  return provisionalLocks.around(race, (closing) =>
    database.transaction((sql) => begin(sql, race, () => provisionalLocks.store(sql, closing))),
  )
}

export const takeSnapshots = (dependencies: SnapshotDependencies): TakeSnapshot => {
  const { database, newest, entered, pushes } = dependencies
  const afterEarlierStarts = newestWaiting<SnapshotReply>()

  const take = async (raceId: number, snapshot: Snapshot, given: number | undefined): Promise<SnapshotReply> => {
    const at = new Date()
    const race = await standingOf(dependencies, raceId)
    const before = await newest.kept(raceId)
    const isPush = given === undefined
    if (isPush && race.sourceKind !== null && race.sourceKind !== 'push') throw otherSource()
    const generation = given ?? race.generation
    const order = { generation, sequence: snapshot.sequence }
    const isOld = generation < race.generation || (before && !isNewer(order, before.timing))
    if (isOld) return { raceId, accepted: false, sequence: before?.timing.sequence ?? 0 }

    const startedAt = await started(dependencies, race)
    if (isPush && race.sourceKind === null) await sourceRepository(database).ensurePush(raceId)
    if (!race.startedAt) entered.forget(raceId)
    const cars = await entered.of(race)
    const { weekendId } = race
    const next = nextTiming(before, snapshot, { raceId, weekendId, generation, at, startedAt, entered: cars })
    const news = newsOf(before, next)
    await addLaps(database, next, news)
    // Another replica was faster.
    if (!(await newest.keep(next)))
      return { raceId, accepted: false, sequence: (await newest.kept(raceId))?.timing.sequence ?? snapshot.sequence }
    // Asked now: somebody may have paused it since the snapshot came, while the race was closed for one.
    if (!(await liveTimingRepository(database).isPaused())) await newest.show(next.timing)
    await addControl(database, next, news)
    if (!before || next.timing.hasEnded !== before.timing.hasEnded) await newest.saveNow(raceId)
    if (isPush) pushes.add(raceId, generation)
    return { raceId, accepted: true, sequence: snapshot.sequence }
  }

  return (raceId, snapshot, { generation } = {}) =>
    afterEarlierStarts(raceId, {
      // Sequences are compared within one source alone.
      lane: generation ?? 0,
      sequence: snapshot.sequence,
      run: () => take(raceId, snapshot, generation),
      overtakenBy: (sequence) => ({ raceId, accepted: false, sequence }),
    })
}
