import type { Database, Transaction } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { standingLedger } from '../scoring/standing-ledger-sql.ts'
import { appendGroupBoards, appendOpenBoard } from './board-events-sql.ts'
import { findDueBoards, PENDING_REFRESH, raiseDueBoards } from './due-boards-sql.ts'
import { pendingLeaderboardEvents } from './pending-leaderboard-events-sql.ts'
import { publishPending } from './publish-leaderboards.ts'
import { renameOnBoards } from './rename-on-boards-sql.ts'
import { rowLocks } from './row-locks-sql.ts'

/** Interval of the check, ms; a new name is on every screen within a second. */
const INTERVAL_MS = 200

const refreshWeekend = async (sql: Transaction, weekendId: number): Promise<void> => {
  if (!(await rowLocks(sql).tryWeekend(weekendId))) return
  const [pending] = await pendingLeaderboardEvents(sql).find([weekendId])
  if (pending?.isInProgress) return
  if (pending) await publishPending(sql, [weekendId])
  const standings = standingLedger(sql)
  await standings.prepare()
  if ((await raiseDueBoards(sql, weekendId)) === 0) return
  await standings.countNewcomers('new version')
  await standings.recount()
  await appendOpenBoard(sql, weekendId, 'newcomers')
  await appendGroupBoards(sql, weekendId, 'newcomers')
}

/**
 * Gives every board that is due a new version and publishes it. Skips a weekend until the next run while it is being
 * scored or its groups are being published; if the publisher has stalled, publishes the rest.
 */
export const refreshBoards = async (database: Database): Promise<void> => {
  let due = await findDueBoards(database)
  if (due.hasNames) {
    await renameOnBoards(database)
    due = await findDueBoards(database)
  }
  for (const weekendId of due.weekendIds) await database.transaction((sql) => refreshWeekend(sql, weekendId))
}

/** Starts the refresh of boards between results. Any number of processes may run it. */
export const startBoardRefresh = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'refresh of boards',
    due: PENDING_REFRESH,
    work: () => refreshBoards(database),
  })
