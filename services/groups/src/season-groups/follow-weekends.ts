import type { Database, Transaction } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { lockRoundsOf } from '../projections/season-projection.ts'
import { publishGroups } from './publish-groups.ts'
import { type ChangedWeekend, seasonGroupRepository } from './season-group-repository.ts'
import { CHANGED_WEEKENDS, NEXT_CHANGE } from './season-group-sql.ts'

/**
 * Groups per transaction, and the pause between two transactions: other services handle an event of each group while tips
 * come in, and a round is announced days before it is tipped.
 */
const BATCH_SIZE = 50
const INTERVAL_MS = 500

/** Handles the next groups, and returns how many there were. */
type HandleBatch = (sql: Transaction) => Promise<number>

const openRounds =
  (seasonId: number): HandleBatch =>
  async (sql) => {
    const groups = seasonGroupRepository(sql)
    await lockRoundsOf(sql, seasonId)
    const ids = await groups.selectUnopenedForUpdate(seasonId, BATCH_SIZE)
    const openedIds = await groups.openRounds(ids)
    await groups.setCurrent(openedIds)
    await publishGroups(sql, openedIds)
    return ids.length
  }

const followWeekend =
  (weekendId: number): HandleBatch =>
  async (sql) => {
    const groups = seasonGroupRepository(sql)
    const ids = await groups.selectOutdatedForUpdate(weekendId, BATCH_SIZE)
    const changed = [...(await groups.followSessions(ids, weekendId)), ...(await groups.setCurrent(ids))]
    await publishGroups(sql, [...new Set(changed)])
    return ids.length
  }

/**
 * Lets groups follow the changes of weekends (docs/rules.md, Season groups): opens announced rounds, selects sessions that
 * were entered later, and makes another weekend current. Stops after a full batch; until all groups have followed the
 * weekends are due again, also after a crash, and a batch never handles a group twice. A weekend that changes meanwhile is
 * due again.
 */
export const followWeekends = async (database: Database): Promise<void> => {
  const isFull = async (handleBatch: HandleBatch) => (await database.transaction(handleBatch)) === BATCH_SIZE
  const changed: ChangedWeekend[] = await seasonGroupRepository(database).listChangedWeekends()
  const seasonIds = new Set(changed.flatMap(({ seasonId }) => seasonId ?? []))
  for (const seasonId of seasonIds) if (await isFull(openRounds(seasonId))) return
  for (const weekend of changed) {
    if (await isFull(followWeekend(weekend.id))) return
    await seasonGroupRepository(database).markFollowed(weekend)
  }
}

/** Starts the task that lets groups follow weekends. Any number of processes may run it. */
export const startFollowingWeekends = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'season groups following changed weekends',
    due: CHANGED_WEEKENDS,
    nextDueAt: NEXT_CHANGE,
    work: () => followWeekends(database),
  })
