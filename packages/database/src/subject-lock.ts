import type { Transaction } from './open-database.ts'

/** `shared` beside others who share; `exclusive` alone. */
export type LockMode = 'shared' | 'exclusive'

const FUNCTION = { shared: 'pg_advisory_xact_lock_shared', exclusive: 'pg_advisory_xact_lock' } as const

/**
 * SQL that locks a subject, for a statement which does more in the same round trip; `subject` is an SQL expression.
 * All services share one database and advisory locks belong to all of it, so the schema is part of the key: `weekend/3`
 * of one service is not that of another.
 */
export const subjectLock = (mode: LockMode, subject: string): string =>
  `${FUNCTION[mode]}(hashtextextended(concat(current_schema(), '/', (${subject})::text), 0))`

const lockAll = (mode: LockMode): string =>
  `select ${subjectLock(mode, 'subject')} from (
     select distinct subject from unnest(?::text[]) subject order by 1
   ) subjects`

/**
 * Locks subjects of this service (`weekend/3`) until the transaction ends: whoever shares one waits for who has it
 * alone, and the other way round. There need be no row of the subject. Several are taken in a fixed order, so that two
 * cannot wait for each other; do not share one first and then want it alone.
 */
export const lockSubject = async (sql: Transaction, mode: LockMode, ...subjects: string[]): Promise<void> => {
  await sql.raw(lockAll(mode), [subjects])
}
