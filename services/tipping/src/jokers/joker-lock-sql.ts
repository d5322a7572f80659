import type { Transaction } from '@purple-sector/database'

/**
 * SQL of the time at which jokers of a weekend lock: that of its first session that is not practice, whether or not it
 * counts (docs/rules.md, Seasons); null while there is none. `weekendId` is an SQL expression.
 */
export const JOKERS_LOCK_AT = (weekendId: string): string => `least(
  (select locked_at from joker_locks where weekend_id = ${weekendId}),
  (select min(locks_at) from races where weekend_id = ${weekendId} and session_type <> 'practice' and not deleted))`

/** SQL condition of whether jokers of a weekend have locked at `now`, and every fan may see them. */
export const JOKERS_ARE_LOCKED = (weekendId: string, now: string): string =>
  `coalesce(${JOKERS_LOCK_AT(weekendId)} <= ${now}, false)`

const KEEP_LOCK = `
insert into joker_locks (weekend_id, locked_at)
select weekend_id, least(locks_at, :now::timestamptz) from races
where race_id = :raceId and session_type <> 'practice' and not deleted and (locks_at <= :now or :isReopened)
on conflict (weekend_id) do update set locked_at = least(joker_locks.locked_at, excluded.locked_at)`

/**
 * Keeps the lock of a stored race for jokers, before the race is reopened or deleted: neither unlocks a joker.
 *
 * A race that is reopened has locked, even if its lock has not arrived here. Call it while holding the weekend's
 * exclusive lock.
 */
export const keepJokerLock = async (
  sql: Transaction,
  race: { raceId: number; now: Date; isReopened: boolean },
): Promise<void> => {
  await sql.raw(KEEP_LOCK, race)
}
