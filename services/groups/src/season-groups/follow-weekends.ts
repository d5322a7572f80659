import type { Database, Transaction } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { lockRoundsOf } from '../projections/season-projection.ts'
import { publishGroups } from './publish-groups.ts'
import { type ChangedWeekend, seasonGroupRepository } from './season-group-repository.ts'
import { CHANGED_WEEKENDS, NEXT_CHANGE } from './season-group-sql.ts'

const BATCH_SIZE = 500
const INTERVAL_MS = 500

type HandleBatch = (sql: Transaction, after: number) => Promise<number[]>

/** Handles groups by id, each batch in a transaction of its own. After a crash the task starts again: batches are idempotent. */
const inBatches = async (database: Database, handle: HandleBatch): Promise<void> => {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const cursor: number = after
    const ids: number[] = await database.transaction((sql) => handle(sql, cursor))
    after = ids.length < BATCH_SIZE ? undefined : ids.at(-1)
  }
}

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

/**
 * Lets groups follow the changes of weekends (docs/rules.md, Season groups): opens announced rounds, selects sessions that
 * were entered later, and makes another weekend current. A weekend that changes meanwhile is due again.
 */
export const followWeekends = async (database: Database): Promise<void> => {
  const changed: ChangedWeekend[] = await seasonGroupRepository(database).listChangedWeekends()
  const seasonIds = new Set(changed.flatMap(({ seasonId }) => seasonId ?? []))
  for (const seasonId of seasonIds) await inBatches(database, openRounds(seasonId))
  for (const weekend of changed) {
    await inBatches(database, followWeekend(weekend.id))
    await seasonGroupRepository(database).markFollowed(weekend)
  }
}

export const startFollowingWeekends = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'season groups following changed weekends',
    due: CHANGED_WEEKENDS,
    nextDueAt: NEXT_CHANGE,
    work: () => followWeekends(database),
  })
