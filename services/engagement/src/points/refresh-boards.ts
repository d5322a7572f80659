import { engagementBoardChanged } from '@purple-sector/contracts/engagement/events'
import { weekendSubject } from '@purple-sector/contracts/event'
import type { Database, Transaction } from '@purple-sector/database'
import { lockAndCheckDeleted, outbox } from '@purple-sector/messaging'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { boardReadModel } from './board-read-model.ts'
import { boardRepository, CHANGED_BOARDS, weekendsOfChangedBoards } from './board-repository.ts'

/** A board gets at most one version per second, because every version is an event to all viewers. */
const MIN_INTERVAL_MS = 1_000
const PUBLISHED_ROWS = 20

const refreshBoard = async (sql: Transaction, weekendId: number): Promise<void> => {
  if ((await lockAndCheckDeleted(sql, 'shared', weekendSubject(weekendId))).isDeleted) return
  const board = boardRepository(sql, weekendId)
  if (!(await board.raiseVersion())) return
  await board.countChanges()
  const { version, total, entries } = await boardReadModel(sql, weekendId).page({ limit: PUBLISHED_ROWS, offset: 0 })
  await outbox(sql).append(engagementBoardChanged, { weekendId, version, total, entries })
}

/** Raises and publishes the version of every changed board. */
export const refreshBoards = async (database: Database): Promise<void> => {
  for (const id of await weekendsOfChangedBoards(database)) await database.transaction((sql) => refreshBoard(sql, id))
}

/** Starts the task that refreshes engagement boards; may run in any number of processes. */
export const startBoardRefresh = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, MIN_INTERVAL_MS, {
    name: 'refresh engagement boards',
    due: CHANGED_BOARDS,
    work: () => refreshBoards(database),
  })
