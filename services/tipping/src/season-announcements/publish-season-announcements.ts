import type { Database } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { rowLocks } from '../board-publishing/row-locks-sql.ts'
import {
  claimCompletion,
  DUE_ANNOUNCEMENTS,
  findDueRounds,
  findDueWinners,
  publishRound,
  publishWinners,
} from './season-announcements-sql.ts'

const INTERVAL_MS = 1_000

/** Publishes a round that is still due. The weekend's row excludes a scoring, and a change of its status. */
const publishDueRound = (database: Database, weekendId: number): Promise<void> =>
  database.transaction(async (sql) => {
    if (!(await rowLocks(sql).tryWeekend(weekendId))) return
    const round = (await findDueRounds(sql)).find((due) => due.weekendId === weekendId)
    if (round) await publishRound(sql, round)
  })

const publishDueWinners = (database: Database, seasonId: number): Promise<void> =>
  database.transaction(async (sql) => {
    if (!(await claimCompletion(sql, seasonId))) return
    const won = (await findDueWinners(sql)).find((due) => due.seasonId === seasonId)
    if (won) await publishWinners(sql, won)
  })

/**
 * Publishes where participants stand after completed rounds, and who has won completed seasons, once the season
 * leaderboard counts what was scored (docs/rules.md, Seasons).
 */
export const publishSeasonAnnouncements = async (database: Database): Promise<void> => {
  for (const { weekendId } of await findDueRounds(database)) await publishDueRound(database, weekendId)
  for (const { seasonId } of await findDueWinners(database)) await publishDueWinners(database, seasonId)
}

/** Starts the task that publishes them. Any number of processes may run it. */
export const startSeasonAnnouncements = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'announcements of seasons',
    due: DUE_ANNOUNCEMENTS,
    work: () => publishSeasonAnnouncements(database),
  })
