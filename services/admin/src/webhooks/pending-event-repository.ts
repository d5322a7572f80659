import type { LeaderboardChangedPayload, SessionLockedPayload } from '@purple-sector/contracts/admin/webhooks'
import type { Database, Transaction } from '@purple-sector/database'
import type { WebhookEvent } from './delivery-repository.ts'

/** The shortest interval between leaderboards of a weekend. */
const LEADERBOARD_INTERVAL = '5 seconds'
/** Locks older than this are no longer delivered. */
const STALE = '1 day'

const SAVE_LEADERBOARD = `
insert into webhook_boards as b (weekend_id, version, cause, changed_at, data)
select :weekendId, :version, :cause, clock_timestamp(), :data::json
where exists (select 1 from webhooks where 'leaderboard.changed' = any(events))
on conflict (weekend_id) do update
set version = excluded.version, cause = excluded.cause, changed_at = excluded.changed_at, data = excluded.data
where b.version < excluded.version`

const CLAIM_LEADERBOARDS = `
with due as (
  select * from webhook_boards
  where data is not null and (published_at is null or published_at <= clock_timestamp() - :pause::interval)
  for update skip locked
), published as (
  update webhook_boards b set published_at = clock_timestamp(), data = null from due where b.weekend_id = due.weekend_id
)
select weekend_id, cause, changed_at, data from due`

const SAVE_LOCK = `
insert into session_locks as l (race_id, weekend_id, locks_at)
values (:raceId, :weekendId, :locksAt)
on conflict (race_id) do update set locks_at = excluded.locks_at,
  is_published = l.is_published and l.locks_at is not distinct from excluded.locks_at`

const CLAIM_LOCKS = `
update session_locks set is_published = true from (
  select l.race_id, r.name, coalesce(c.name, '') as category
  from session_locks l join races r on r.id = l.race_id left join categories c on c.id = r.category_id
  where not l.is_published and l.locks_at between clock_timestamp() - :stale::interval and clock_timestamp()
  for update of l skip locked
) due
where session_locks.race_id = due.race_id
returning session_locks.race_id, session_locks.weekend_id, session_locks.locks_at, due.name, due.category`

/** SQL: whether an event is due for any webhook, and when the next one will be. */
export const EVENTS_DUE = {
  due: `
select from webhooks where exists (
  select from session_locks
  where not is_published and locks_at between clock_timestamp() - interval '${STALE}' and clock_timestamp()
) or exists (
  select from webhook_boards
  where data is not null and (published_at is null or published_at <= clock_timestamp() - interval '${LEADERBOARD_INTERVAL}'))`,
  nextDueAt: `
select min(at) from (
  select min(locks_at) as at from session_locks where not is_published and locks_at > clock_timestamp()
  union all select min(published_at) + interval '${LEADERBOARD_INTERVAL}' from webhook_boards where data is not null
) pending where exists (select from webhooks)`,
}

type BoardRow = { weekend_id: number; cause: string; changed_at: Date; data: LeaderboardChangedPayload }
type LockRow = { race_id: number; weekend_id: number; locks_at: Date; name: string; category: string }

const lockEvent = ({ race_id: id, weekend_id: weekendId, locks_at, name, category }: LockRow): WebhookEvent => {
  const lockedAt = locks_at.toISOString()
  const data: SessionLockedPayload = { weekendId, race: { id, name, category }, lockedAt }
  return { type: 'session.locked', cause: `session-lock/${id}/${lockedAt}`, weekendId, at: locks_at, data }
}

/** Events that are not due yet: leaderboards that arrive too fast, and future locks. */
export const pendingEventRepository = (sql: Database | Transaction) => ({
  /** Stores a leaderboard, if a webhook subscribes to it. */
  async saveLeaderboard(board: LeaderboardChangedPayload, cause: string): Promise<void> {
    const { weekendId, version } = board
    await sql.raw(SAVE_LEADERBOARD, { weekendId, version, cause, data: JSON.stringify(board) })
  },

  async saveLock(lock: { raceId: number; weekendId: number; locksAt: string | null }): Promise<void> {
    await sql.raw(SAVE_LOCK, lock)
  },

  async removeLock(raceId: number): Promise<void> {
    await sql('session_locks').where({ race_id: raceId }).delete()
  },

  async removeOfWeekend(weekendId: number): Promise<void> {
    for (const table of ['webhook_boards', 'session_locks']) await sql(table).where({ weekend_id: weekendId }).delete()
  },

  /** Claims the leaderboards that are due; they count as published. */
  async claimLeaderboards(): Promise<WebhookEvent[]> {
    const { rows } = await sql.raw<{ rows: BoardRow[] }>(CLAIM_LEADERBOARDS, { pause: LEADERBOARD_INTERVAL })
    return rows.map(({ weekend_id: weekendId, cause, changed_at: at, data }) => ({
      type: 'leaderboard.changed',
      cause,
      weekendId,
      at,
      data,
    }))
  },

  /** Claims the sessions that have locked; they count as published. */
  async claimLocks(): Promise<WebhookEvent[]> {
    const { rows } = await sql.raw<{ rows: LockRow[] }>(CLAIM_LOCKS, { stale: STALE })
    return rows.map(lockEvent)
  },
})
