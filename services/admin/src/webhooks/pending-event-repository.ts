import type { LeaderboardChangedNews, SessionLockedNews } from '@purple-sector/contracts/admin/webhooks'
import type { Database, Transaction } from '@purple-sector/database'
import type { News } from './delivery-repository.ts'

/** A board is told at most once in so long a time a weekend. */
const BOARD_PAUSE = '5 seconds'
/** Who was away for longer does not tell of it any more. */
const STALE = '1 day'

const KEEP_BOARD = `
insert into webhook_boards as b (weekend_id, version, cause, changed_at, data)
select :weekendId, :version, :cause, clock_timestamp(), :data::json
where exists (select 1 from webhooks where 'leaderboard.changed' = any(events))
on conflict (weekend_id) do update
set version = excluded.version, cause = excluded.cause, changed_at = excluded.changed_at, data = excluded.data
where b.version < excluded.version`

const TAKE_BOARDS = `
with due as (
  select * from webhook_boards
  where data is not null and (published_at is null or published_at <= clock_timestamp() - :pause::interval)
  for update skip locked
), told as (
  update webhook_boards b set published_at = clock_timestamp(), data = null from due where b.weekend_id = due.weekend_id
)
select weekend_id, cause, changed_at, data from due`

const KEEP_LOCK = `
insert into session_locks as l (race_id, weekend_id, locks_at)
values (:raceId, :weekendId, :locksAt)
on conflict (race_id) do update set locks_at = excluded.locks_at,
  is_published = l.is_published and l.locks_at is not distinct from excluded.locks_at`

const TAKE_LOCKS = `
update session_locks set is_published = true from (
  select l.race_id, r.name, coalesce(c.name, '') as category
  from session_locks l join races r on r.id = l.race_id left join categories c on c.id = r.category_id
  where not l.is_published and l.locks_at between clock_timestamp() - :stale::interval and clock_timestamp()
  for update of l skip locked
) due
where session_locks.race_id = due.race_id
returning session_locks.race_id, session_locks.weekend_id, session_locks.locks_at, due.name, due.category`

/** SQL: whether there is something to tell to any webhook, and when there will be. */
export const NEWS_DUE = {
  due: `
select from webhooks where exists (
  select from session_locks
  where not is_published and locks_at between clock_timestamp() - interval '${STALE}' and clock_timestamp()
) or exists (
  select from webhook_boards
  where data is not null and (published_at is null or published_at <= clock_timestamp() - interval '${BOARD_PAUSE}'))`,
  nextDueAt: `
select min(at) from (
  select min(locks_at) as at from session_locks where not is_published and locks_at > clock_timestamp()
  union all select min(published_at) + interval '${BOARD_PAUSE}' from webhook_boards where data is not null
) news where exists (select from webhooks)`,
}

type BoardRow = { weekend_id: number; cause: string; changed_at: Date; data: LeaderboardChangedNews }
type LockRow = { race_id: number; weekend_id: number; locks_at: Date; name: string; category: string }

const lockNews = ({ race_id: id, weekend_id: weekendId, locks_at, name, category }: LockRow): News => {
  const lockedAt = locks_at.toISOString()
  const data: SessionLockedNews = { weekendId, race: { id, name, category }, lockedAt }
  return { type: 'session.locked', cause: `session-lock/${id}/${lockedAt}`, weekendId, at: locks_at, data }
}

/** What there is to tell, but not yet: boards that come too fast, and locks that lie ahead. */
export const newsRepository = (sql: Database | Transaction) => ({
  /** Where anybody wants to hear of it. */
  async keepBoard(board: LeaderboardChangedNews, cause: string): Promise<void> {
    const { weekendId, version } = board
    await sql.raw(KEEP_BOARD, { weekendId, version, cause, data: JSON.stringify(board) })
  },

  async keepLock(lock: { raceId: number; weekendId: number; locksAt: string | null }): Promise<void> {
    await sql.raw(KEEP_LOCK, lock)
  },

  async dropLock(raceId: number): Promise<void> {
    await sql('session_locks').where({ race_id: raceId }).delete()
  },

  async dropWeekend(weekendId: number): Promise<void> {
    for (const table of ['webhook_boards', 'session_locks']) await sql(table).where({ weekend_id: weekendId }).delete()
  },

  /** The boards whose turn has come, told from now on. */
  async takeBoards(): Promise<News[]> {
    const { rows } = await sql.raw<{ rows: BoardRow[] }>(TAKE_BOARDS, { pause: BOARD_PAUSE })
    return rows.map(({ weekend_id: weekendId, cause, changed_at: at, data }) => ({
      type: 'leaderboard.changed',
      cause,
      weekendId,
      at,
      data,
    }))
  },

  /** The sessions that have locked, told from now on. */
  async takeLocks(): Promise<News[]> {
    const { rows } = await sql.raw<{ rows: LockRow[] }>(TAKE_LOCKS, { stale: STALE })
    return rows.map(lockNews)
  },
})
