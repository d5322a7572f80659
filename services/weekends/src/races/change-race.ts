import type { PatchRaceBody, Race } from '@purple-sector/contracts/weekends/http'
import { type Database, databaseTime, type Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import type { ProvisionalLock } from '@purple-sector/service-kit/data/provisional-locks'
import { adminAction } from '../audit/admin-action.ts'
import { categoryRepository } from '../categories/category-repository.ts'
import { lockCategory, resolveCategory } from '../categories/lock-categories.ts'
import { type Written, withLockApplied } from '../commit.ts'
import type { WeekendsDependencies } from '../dependencies.ts'
import { publish } from '../published.ts'
import { findRace, rereadRace, selectRaceForUpdate } from './find-race.ts'
import { raceReply, raceState, type StoredRace } from './race.ts'
import { changeRace, type RacePatch } from './race-change.ts'
import { raceRepository } from './race-repository.ts'

type Dependencies = Pick<WeekendsDependencies, 'database' | 'commit' | 'provisionalLocks'>
type Change = { caller: Caller; id: number; patch: PatchRaceBody }

/** Resolves the category of a patch and locks it. */
const resolveAndLock = async (sql: Transaction, { category, ...patch }: PatchRaceBody): Promise<RacePatch> =>
  category === undefined ? patch : { ...patch, category: await lockCategory(sql, category) }

/** Resolves the category of a patch without locks. */
const resolveUnlocked = async (database: Database, { category, ...patch }: PatchRaceBody): Promise<RacePatch> =>
  category === undefined
    ? patch
    : { ...patch, category: resolveCategory(await categoryRepository(database).list(), category) }

/** Whether no other write has closed, moved or reopened the race since: by a status, a time or a result. */
const isUnchangedSince = (current: StoredRace, unlocked: StoredRace): boolean =>
  current.status === unlocked.status &&
  current.startsAt?.getTime() === unlocked.startsAt?.getTime() &&
  current.reopened === unlocked.reopened &&
  current.resultRevision === unlocked.resultRevision

/**
 * Returns the race as it was before it was closed for this change, because the event of that lock may have arrived. A
 * lock caused by another concurrent change has the same time at tipping, and stays.
 */
const beforeProvisionalLock = (current: StoredRace, unlocked: StoredRace, { lock }: ProvisionalLock): StoredRace =>
  lock && current.locksAt?.toISOString() === lock.locksAt && isUnchangedSince(current, unlocked)
    ? { ...current, locksAt: unlocked.locksAt }
    : current

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

/** Changes a race without closing it; undefined if the change would close it. */
const changeOpen =
  (change: Change) =>
  async (sql: Transaction): Promise<Written<Race | undefined>> => {
    const patch = await resolveAndLock(sql, change.patch)
    const { race, now } = await selectRaceForUpdate(sql, change.id)
    const { next, changed, closes } = changeRace(race, patch, now)
    if (closes) return { reply: undefined }
    return changed ? save(sql, change, { race, next, now }) : { reply: raceReply(race, now) }
  }

/**
 * Changes a race that tipping has provisionally closed for it. Decides again on the locked row, as if it were still
 * open.
 */
const changeClosing =
  (change: Change, unlocked: StoredRace, closing: ProvisionalLock, { provisionalLocks }: Dependencies) =>
  (sql: Transaction): Promise<Written<Race>> => {
    const { lock } = closing
    return withLockApplied(sql, unlocked.weekendId, lock, async () => {
      const patch = await resolveAndLock(sql, change.patch)
      const current = await selectRaceForUpdate(sql, change.id)
      const race = beforeProvisionalLock(current.race, unlocked, closing)
      const { next, changed, closes } = changeRace(race, patch, current.now)
      if (!changed) return { reply: raceReply(current.race, current.now) }
      await provisionalLocks.store(sql, closing)
      const locksAt = closes && lock?.locksAt ? new Date(lock.locksAt) : next.locksAt
      return save(sql, change, { race, next: { ...next, locksAt }, now: current.now })
    })
  }

/**
 * Changes a race. If the change closes it, tipping closes it first, so that no tip is accepted once the change is
 * visible. The change is decided on an unlocked read, tipping closes the race while no lock is held, and the change is
 * decided again in the transaction.
 */
export const changeRaceOf =
  (dependencies: Dependencies) =>
  async (caller: Caller, id: number, patch: PatchRaceBody): Promise<Race> => {
    const { database, commit, provisionalLocks } = dependencies
    const change = { caller, id, patch }
    const resolvedPatch = await resolveUnlocked(database, patch)
    const { race, now } = await findRace(database, id)
    const { closes, next } = changeRace(race, resolvedPatch, now)
    const reply = closes ? undefined : await commit(changeOpen(change))
    const raceToClose = { ...race, begins: next.status !== 'upcoming' }
    const changed =
      reply ??
      (await provisionalLocks.around(raceToClose, (closing) =>
        commit(changeClosing(change, race, closing, dependencies)),
      ))
    return rereadRace(database, changed)
  }
