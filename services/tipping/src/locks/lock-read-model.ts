import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import type { LockState } from '@purple-sector/contracts/tipping/internal'
import type { Database, Transaction } from '@purple-sector/database'
import { sequencesOf } from '@purple-sector/messaging'

type LockRow = { race_id: number; weekend_id: number; locks_at: Date | null }

/**
 * A race, and how many tips of its category were submitted or changed from `at` on while it accepted tips, in scopes
 * that count the race by their rules of that moment. For a group, the tips of its members of that moment count, as in
 * scoring; practice has none.
 */
const REVIEW = `
select race.locks_at, race.closed_at, race.reopened, (
  select count(*)::integer from tips tip
  join scopes scope on scope.id = tip.scope_id and not scope.deleted
  cross join lateral (
    select selected_race_ids from scope_rules where scope_id = scope.id and in_force_from <= :at
    order by in_force_from desc limit 1
  ) rules
  left join memberships member on member.id = tip.membership_id
  where tip.weekend_id = race.weekend_id and tip.category_id = race.category_id and race.session_type <> 'practice'
    and (rules.selected_race_ids = '{}' or race.race_id = any(rules.selected_race_ids))
    and (scope.group_id is null or member.joined_at < :at and coalesce(member.left_at >= :at, true))
    and exists (
      select from tip_revisions where tip_id = tip.id and submitted_at >= :at
        and submitted_at < coalesce(race.closed_at, race.locks_at, 'infinity')
    )
) as late_tips
from races race where race.race_id = :raceId and not race.deleted`

type ReviewRow = { locks_at: Date | null; closed_at: Date | null; reopened: number; late_tips: number }
export type LockReview = { locksAt: Date | null; closedAt: Date | null; reopened: number; lateTips: number }

/** Returns the locks of these races as the transaction sees them; leaves out deleted and unknown races. */
export const lockStates = async (sql: Transaction, raceIds: readonly number[]): Promise<LockState[]> => {
  const rows: LockRow[] = await sql('races')
    .whereIn('race_id', raceIds)
    .where({ deleted: false })
    .orderBy('race_id')
    .select('race_id', 'weekend_id', 'locks_at')
  const locks = rows.map(({ race_id, weekend_id, locks_at }) => {
    const locksAt = locks_at?.toISOString() ?? null
    const subject = sessionLockChanged.subject({ raceId: race_id, weekendId: weekend_id, locksAt, deleted: false })
    return { raceId: race_id, locksAt, subject }
  })
  const sequenceOf = await sequencesOf(
    sql,
    locks.map(({ subject }) => subject),
  )
  return locks.map(({ subject, ...lock }) => ({ ...lock, sequence: sequenceOf(subject) }))
}

/** Returns the current locks of these races. */
export const locksOf = (database: Database, raceIds: readonly number[]): Promise<LockState[]> =>
  database.transaction((sql) => lockStates(sql, raceIds), { isolationLevel: 'repeatable read', readOnly: true })

/** Returns the lock of a race and the number of tips from `at` on; undefined for a deleted or unknown race. */
export const findLockReview = async (
  database: Database,
  raceId: number,
  at: string,
): Promise<LockReview | undefined> => {
  const { rows } = await database.raw<{ rows: ReviewRow[] }>(REVIEW, { raceId, at })
  const [row] = rows
  return row && { locksAt: row.locks_at, closedAt: row.closed_at, reopened: row.reopened, lateTips: row.late_tips }
}

/** Returns when the next race locks, in seconds since 1970; 0 without a race that locks by time. */
export const findNextDeadline = async (database: Database): Promise<number> => {
  const { rows } = await database.raw<{ rows: { deadline: number | null }[] }>(
    `select extract(epoch from min(locks_at))::float8 as deadline from races
     where not deleted and session_type <> 'practice' and locks_at > clock_timestamp()`,
  )
  return rows[0]?.deadline ?? 0
}

/**
 * Whether a race is closed for good, unless race control reopens it, by the database's clock at this moment. A race
 * closed for a write that may not be stored may reopen; an unknown race is open.
 */
export const isLockedForGood = async (sql: Database | Transaction, raceId: number): Promise<boolean> => {
  const { rows } = await sql.raw<{ rows: unknown[] }>(
    `select from races where race_id = :raceId and locks_at <= clock_timestamp() and not exists (
       select from provisional_locks where race_id = :raceId and coalesce(fallback > clock_timestamp(), true))`,
    { raceId },
  )
  return rows.length > 0
}
