import type { Database, Transaction } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { lockRoundsOf } from '../projections/season-projection.ts'
import { publishGroups } from './publish-groups.ts'
import { type ChangedWeekend, seasonGroupRepository } from './season-group-repository.ts'
import { CHANGED_WEEKENDS, NEXT_CHANGE } from './season-group-sql.ts'

/**
 * Groups per transaction, and the pause between two transactions. Four services handle an event of each group, some 60
 * statements, while tips come in: 100 groups a second leave two cores no time for tips (row S5 of docs/quality.md). A round
 * is announced days before it is tipped, and a tip opens its group first.
 */
export const BATCH_SIZE = 10
const INTERVAL_MS = 500

/** Handles the next groups after a group, and returns their ids in order. */
type HandleBatch = (sql: Transaction, after: number) => Promise<number[]>

const openRounds =
  (seasonId: number): HandleBatch =>
  async (sql, after) => {
    const groups = seasonGroupRepository(sql)
    await lockRoundsOf(sql, seasonId)
    const ids = await groups.selectUnopenedForUpdate(seasonId, { after, limit: BATCH_SIZE })
    const openedIds = await groups.openRounds(ids)
    await groups.setCurrent(openedIds)
    await publishGroups(sql, openedIds)
    return ids
  }

const followWeekend =
  (weekendId: number): HandleBatch =>
  async (sql, after) => {
    const groups = seasonGroupRepository(sql)
    const ids = await groups.selectOutdatedForUpdate(weekendId, { after, limit: BATCH_SIZE })
    const changed = [...(await groups.followSessions(ids, weekendId)), ...(await groups.setCurrent(ids))]
    await publishGroups(sql, [...new Set(changed)])
    return ids
  }

/** One pass over the groups that a change concerns; `after` is the last group handled. */
type Pass = { handleBatch: HandleBatch; after: number; weekend?: ChangedWeekend }

/** First opens rounds, which may be current at once. */
const passesOf = (changed: readonly ChangedWeekend[]): Pass[] => {
  const seasonIds = new Set(changed.flatMap(({ seasonId }) => seasonId ?? []))
  return [
    ...[...seasonIds].map((id) => ({ handleBatch: openRounds(id), after: 0 })),
    ...changed.map((weekend) => ({ handleBatch: followWeekend(weekend.id), after: 0, weekend })),
  ]
}

/**
 * Lets groups follow the changes of weekends (docs/rules.md, Season groups): opens announced rounds, selects sessions that
 * were entered later, and makes another weekend current.
 *
 * Each call goes on where the one before stopped, after a full batch, so that no group is looked at again for each batch. A
 * weekend is due until all groups have followed the changes that it had before the passes began: what changes
 * meanwhile is due again, and a process that takes over after a crash begins with the first group, but handles those alone
 * that are left.
 */
export const followWeekends = (database: Database): (() => Promise<void>) => {
  let passes: Pass[] = []
  return async () => {
    if (passes.length === 0) passes = passesOf(await seasonGroupRepository(database).listChangedWeekends())
    for (let [pass] = passes; pass; [pass] = passes) {
      const { handleBatch, after, weekend } = pass
      const ids = await database.transaction((sql) => handleBatch(sql, after))
      pass.after = ids.at(-1) ?? after
      if (ids.length === BATCH_SIZE) return
      if (weekend) await seasonGroupRepository(database).markFollowed(weekend)
      passes.shift()
    }
  }
}

/** Starts the task that lets groups follow weekends. Any number of processes may run it. */
export const startFollowingWeekends = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'season groups following changed weekends',
    due: CHANGED_WEEKENDS,
    nextDueAt: NEXT_CHANGE,
    work: followWeekends(database),
  })
