import type { Transaction } from './open-database.ts'

/** `shared`: compatible with other shared locks; `exclusive`: compatible with none. */
export type LockMode = 'shared' | 'exclusive'

const FUNCTION = { shared: 'pg_advisory_xact_lock_shared', exclusive: 'pg_advisory_xact_lock' } as const

/**
 * Returns SQL that locks a subject, for a statement that does more in the same round trip.
 *
 * `subject` is an SQL expression. Services share one database, and advisory locks apply to all of it, so the schema is
 * part of the key: `weekend/3` is a different key in each service.
 */
export const subjectLock = (mode: LockMode, subject: string): string =>
  `${FUNCTION[mode]}(hashtextextended(concat(current_schema(), '/', (${subject})::text), 0))`

const lockAll = (mode: LockMode): string =>
  `select ${subjectLock(mode, 'subject')} from (
     select distinct subject from unnest(?::text[]) subject order by 1
   ) subjects`

/**
 * Locks subjects of this service (`weekend/3`) until the transaction ends; no row of the subject is needed.
 *
 * Shared locks wait for exclusive ones and vice versa. Several subjects are locked in a fixed order, so that two
 * callers cannot deadlock. Never upgrade a shared lock to an exclusive one.
 */
export const lockSubject = async (sql: Transaction, mode: LockMode, ...subjects: string[]): Promise<void> => {
  await sql.raw(lockAll(mode), [subjects])
}
