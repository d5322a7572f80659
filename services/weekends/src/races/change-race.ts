import type { PatchRaceBody, Race } from '@purple-sector/contracts/weekends/http'
import { type Database, databaseTime, type Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import type { ProvisionalLock } from '@purple-sector/service-kit/data/provisional-locks'
import { adminAction } from '../audit/admin-action.ts'
import { categoryRepository } from '../categories/category-repository.ts'
import { categoryMeant, holdCategory } from '../categories/hold-categories.ts'
import { takingLock, type Written } from '../commit.ts'
import type { WeekendsDependencies } from '../dependencies.ts'
import { publish } from '../published.ts'
import { findRace, holdRace, presentRace } from './hold-race.ts'
import { raceReply, raceState, type StoredRace } from './race.ts'
import { changeRace, type RacePatch } from './race-change.ts'
import { raceRepository } from './race-repository.ts'

type Dependencies = Pick<WeekendsDependencies, 'database' | 'commit' | 'provisionalLocks'>
type Change = { caller: Caller; id: number; patch: PatchRaceBody }

/** What is sent, with the category it means. */
const resolved = async (sql: Transaction, { category, ...patch }: PatchRaceBody): Promise<RacePatch> =>
  category === undefined ? patch : { ...patch, category: await holdCategory(sql, category) }

/** The same as it is seen, with nothing held. */
const asSeen = async (database: Database, { category, ...patch }: PatchRaceBody): Promise<RacePatch> =>
  category === undefined
    ? patch
    : { ...patch, category: categoryMeant(await categoryRepository(database).list(), category) }

/** Nobody else has closed, moved or reopened it since: by a status, a time or a result. */
const isUntouched = (held: StoredRace, seen: StoredRace): boolean =>
  held.status === seen.status &&
  held.startsAt?.getTime() === seen.startsAt?.getTime() &&
  held.reopened === seen.reopened &&
  held.resultRevision === seen.resultRevision

/**
 * The race as it was before it was closed for this very change: the event of that lock may be here already. A lock that
 * somebody else's change has brought meanwhile is the same moment at tipping, and stays.
 */
const asBefore = (held: StoredRace, seen: StoredRace, { lock }: ProvisionalLock): StoredRace =>
  lock && held.locksAt?.toISOString() === lock.locksAt && isUntouched(held, seen)
    ? { ...held, locksAt: seen.locksAt }
    : held

const save = async (
  sql: Transaction,
  { caller, id }: Change,
  { race, next, now }: { race: StoredRace; next: StoredRace; now: Date },
): Promise<Written<Race>> => {
  await raceRepository(sql).update(next)
  const [before, after] = [raceReply(race, now), raceReply(next, await databaseTime(sql))]
  const subject = { type: 'race', id } as const
  const action = adminAction({ at: now, caller, action: 'race.changed', subject, before, after })
  return { reply: after, published: await publish(sql, next.weekendId, { races: [raceState(next)] }, action) }
}

/** Changes a race that stays as open as it is; undefined where it turns out that the change closes it. */
const changeOpen =
  (change: Change) =>
  async (sql: Transaction): Promise<Written<Race | undefined>> => {
    const patch = await resolved(sql, change.patch)
    const { race, now } = await holdRace(sql, change.id)
    const { next, changed, closes } = changeRace(race, patch, now)
    if (closes) return { reply: undefined }
    return changed ? save(sql, change, { race, next, now }) : { reply: raceReply(race, now) }
  }

/** Changes a race that tipping has closed for it. What is held now decides again, as if it had not been closed yet. */
const changeClosing =
  (change: Change, seen: StoredRace, closing: ProvisionalLock, { provisionalLocks }: Dependencies) =>
  (sql: Transaction): Promise<Written<Race>> => {
    const { lock } = closing
    return takingLock(sql, seen.weekendId, lock, async () => {
      const patch = await resolved(sql, change.patch)
      const held = await holdRace(sql, change.id)
      const race = asBefore(held.race, seen, closing)
      const { next, changed, closes } = changeRace(race, patch, held.now)
      if (!changed) return { reply: raceReply(held.race, held.now) }
      await provisionalLocks.store(sql, closing)
      const locksAt = closes && lock?.locksAt ? new Date(lock.locksAt) : next.locksAt
      return save(sql, change, { race, next: { ...next, locksAt }, now: held.now })
    })
  }

/**
 * Changes a race. Where that closes it, tipping closes it first, so that no tip is accepted after anybody could know
 * that the race runs: decided on what is seen, asked with nothing held, and decided again in the transaction.
 */
export const changeRaceOf =
  (dependencies: Dependencies) =>
  async (caller: Caller, id: number, patch: PatchRaceBody): Promise<Race> => {
    const { database, commit, provisionalLocks } = dependencies
    const change = { caller, id, patch }
    const seen = await asSeen(database, patch)
    const { race, now } = await findRace(database, id)
    const { closes, next } = changeRace(race, seen, now)
    const reply = closes ? undefined : await commit(changeOpen(change))
    const closed = { ...race, begins: next.status !== 'upcoming' }
    const changed =
      reply ??
      (await provisionalLocks.around(closed, (closing) => commit(changeClosing(change, race, closing, dependencies))))
    return presentRace(database, changed)
  }
