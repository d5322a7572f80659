import { reactionsCounted } from '@purple-sector/contracts/engagement/events'
import type { Database, Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { COUNT_BATCH_SIZE, countReactions, UNCOUNTED_REACTIONS } from './reaction-repository.ts'

const MIN_INTERVAL_MS = 1_000

/** Publishes a batch of counts; returns the number of subjects. */
const publishBatch = async (sql: Transaction): Promise<number> => {
  const counts = await countReactions(sql)
  await outbox(sql).appendMany(counts.map((count) => entry(reactionsCounted, count)))
  return counts.length
}

/** Publishes changed reaction counts, each subject at most once per second. */
export const publishReactionCounts = async (database: Database): Promise<void> => {
  while ((await database.transaction(publishBatch)) === COUNT_BATCH_SIZE);
}

/** Starts the task that publishes reaction counts; may run in any number of processes. */
export const startReactionCountPublishing = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, MIN_INTERVAL_MS, {
    name: 'publish reaction counts',
    due: UNCOUNTED_REACTIONS,
    work: () => publishReactionCounts(database),
  })
