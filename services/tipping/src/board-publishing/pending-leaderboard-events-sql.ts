import type { Database, Transaction } from '@purple-sector/database'
import type { OutboxEntry } from '@purple-sector/messaging'
import { currentTraceparent } from '@purple-sector/telemetry/trace'
import type { ResultCause } from './board-events-sql.ts'

/** A committed scoring whose group board events, and the events that follow them, are not all published yet. */
export type PendingScoring = {
  weekendId: number
  raceId: number
  /** The last event finalizes the requests up to this revision. */
  revision: number
  cause: ResultCause
  announcements: OutboxEntry[]
  traceparent: string | null
}

/** Whether a publisher made progress within the last 5 s; if so, the background refresh skips the weekend. */
const IN_PROGRESS = `resumed_at > clock_timestamp() - interval '5 seconds'`

const FIND = `
select weekend_id as "weekendId", race_id as "raceId", revision, cause, announcements, traceparent,
  ${IN_PROGRESS} as "isInProgress"
from pending_scoring_events where weekend_id = any(:weekendIds::integer[]) order by weekend_id`

/** Ordered by scope, so that batches are claimed along the index. */
const ADD = `
insert into pending_leaderboard_events (weekend_id, scope_id, newcomers)
select :weekendId::integer, board.scope_id, newcomers.user_ids
from changed_boards board left join (
  select scope_id, array_agg(user_id) as user_ids from board_newcomers group by scope_id
) newcomers using (scope_id)
where not board.is_open order by board.scope_id`

const CLAIM_BATCH = `
with claimed as (
  delete from pending_leaderboard_events where ctid = any(array(
    select ctid from pending_leaderboard_events where weekend_id = :weekendId order by scope_id limit :size
  )) returning scope_id, newcomers
), newcomers as (
  insert into board_newcomers (scope_id, user_id) select scope_id, unnest(claimed.newcomers) from claimed
)
insert into changed_boards (scope_id, is_open) select scope_id, false from claimed`

/**
 * Boards of groups that a scoring changed and whose events are not published yet (ADR 24): rows that commit with the
 * scoring. Write them only while holding the weekend's row lock.
 */
export const pendingLeaderboardEvents = (sql: Database | Transaction) => ({
  /** Adds the groups among `changed_boards` with their newcomers; returns how many there are. */
  async add({ weekendId, raceId, revision, cause, announcements }: Omit<PendingScoring, 'traceparent'>) {
    const { rowCount } = await sql.raw<{ rowCount: number }>(ADD, { weekendId })
    if (rowCount > 0)
      await sql('pending_scoring_events').insert({
        weekend_id: weekendId,
        race_id: raceId,
        revision,
        cause: JSON.stringify(cause),
        announcements: JSON.stringify(announcements),
        traceparent: currentTraceparent() ?? null,
      })
    return rowCount
  },

  /** Finds the pending scorings of these weekends. */
  async find(weekendIds: readonly number[]): Promise<(PendingScoring & { isInProgress: boolean })[]> {
    const { rows } = await sql.raw<{ rows: (PendingScoring & { isInProgress: boolean })[] }>(FIND, { weekendIds })
    return rows
  },

  /** Moves up to `size` pending boards into `changed_boards`; returns how many were moved. */
  async claimBatch(weekendId: number, size: number): Promise<number> {
    const { rowCount } = await sql.raw<{ rowCount: number }>(CLAIM_BATCH, { weekendId, size })
    return rowCount
  },

  async markResumed(weekendId: number): Promise<void> {
    await sql.raw('update pending_scoring_events set resumed_at = clock_timestamp() where weekend_id = ?', [weekendId])
  },

  /** Removes everything that is pending for the weekend. */
  async remove(weekendId: number): Promise<void> {
    for (const table of ['pending_leaderboard_events', 'pending_scoring_events'])
      await sql(table).where({ weekend_id: weekendId }).delete()
  },
})
