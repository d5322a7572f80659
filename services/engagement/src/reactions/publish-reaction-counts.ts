import { reactionsCounted } from '@purple-sector/contracts/engagement/events'
import { REACTIONS } from '@purple-sector/contracts/engagement/http'
import type { Database, Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import type { z } from 'zod'
import { COUNTS_OBJECT } from './reaction-read-model.ts'

const MIN_INTERVAL_MS = 1_000
const BATCH_SIZE = 500

type ReactionCount = z.infer<typeof reactionsCounted.data>

/** SQL: counts changes of subjects not published within the last second; transactions in flight come next time. */
const COUNT = `
with due as (
  select distinct c.subject_type, c.subject_id from reaction_changes c
  where not exists (
    select from reaction_counts k where (k.subject_type, k.subject_id) = (c.subject_type, c.subject_id)
      and k.published_at > clock_timestamp() - interval '0.9 seconds'
  )
  order by 1, 2 limit ${BATCH_SIZE}
), changes as (
  delete from reaction_changes c using due
  where (c.subject_type, c.subject_id) = (due.subject_type, due.subject_id) returning c.*
), c as (
  insert into reaction_counts as k (subject_type, subject_id, weekend_id, group_id, published_at, ${REACTIONS.join(', ')})
  select subject_type, subject_id, min(weekend_id), min(group_id), clock_timestamp(),
    ${REACTIONS.map((each) => `coalesce(sum(given) filter (where reaction = '${each}'), 0)`).join(', ')}
  from changes group by subject_type, subject_id order by 1, 2
  on conflict (subject_type, subject_id) do update set published_at = excluded.published_at,
    ${REACTIONS.map((each) => `${each} = k.${each} + excluded.${each}`).join(', ')}
  returning *
)
select weekend_id as "weekendId", group_id as "groupId",
  json_build_object('type', subject_type, 'id', subject_id) as subject, ${COUNTS_OBJECT} as counts from c`

/** Publishes a batch of counts; returns the number of subjects. */
const publishBatch = async (sql: Transaction): Promise<number> => {
  const { rows } = await sql.raw<{ rows: ReactionCount[] }>(COUNT)
  await outbox(sql).appendMany(rows.map((count) => entry(reactionsCounted, count)))
  return rows.length
}

/** Publishes changed reaction counts, each subject at most once per second. */
export const publishReactionCounts = async (database: Database): Promise<void> => {
  while ((await database.transaction(publishBatch)) === BATCH_SIZE);
}

/** Starts the task that publishes reaction counts; may run in any number of processes. */
export const startReactionCountPublishing = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, MIN_INTERVAL_MS, {
    name: 'publish reaction counts',
    due: 'select from reaction_changes',
    work: () => publishReactionCounts(database),
  })
