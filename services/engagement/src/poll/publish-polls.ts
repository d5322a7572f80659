import { pollChanged } from '@purple-sector/contracts/engagement/events'
import type { Database, Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { pollReadModel } from './poll-read-model.ts'
import { DUE_POLLS, pollRepository, weekendsOfDuePolls } from './poll-repository.ts'

/** A poll is published at most once per second, because every event goes to all viewers. */
const MIN_INTERVAL_MS = 1_000

const publishPoll = async (sql: Transaction, weekendId: number): Promise<void> => {
  if (!(await pollRepository(sql).claimForPublishing(weekendId))) return
  await outbox(sql).append(pollChanged, { weekendId, ...(await pollReadModel(sql).result(weekendId)) })
}

/** Publishes the results of changed polls. */
export const publishPolls = async (database: Database): Promise<void> => {
  for (const id of await weekendsOfDuePolls(database)) await database.transaction((sql) => publishPoll(sql, id))
}

/** Starts the task that publishes poll results; may run in any number of processes. */
export const startPollPublishing = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, MIN_INTERVAL_MS, {
    name: 'publish polls',
    due: DUE_POLLS,
    work: () => publishPolls(database),
  })
