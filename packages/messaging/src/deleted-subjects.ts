import { type Database, type LockMode, lockSubject, prepared, type Transaction } from '@purple-sector/database'

/**
 * Marks subjects (`weekend/3`) as deleted by their owner, and locks them exclusively until the transaction ends.
 *
 * Transactions that locked a subject before have committed when this returns; later ones see the mark. Set it in
 * the transaction of the deletion event and delete the rows afterwards, in batches. Marks are permanent: a deleted
 * subject never returns.
 */
export const markDeleted = async (sql: Transaction, ...subjects: string[]): Promise<void> => {
  await lockSubject(sql, 'exclusive', ...subjects)
  await sql.raw('insert into deleted_subjects (subject) select unnest(?::text[]) on conflict do nothing', [subjects])
}

/**
 * Whether the subject is deleted. Sufficient for projections; writes that must not follow a deletion use
 * `lockAndCheckDeleted`.
 */
export const isDeleted = async (sql: Database | Transaction, subject: string): Promise<boolean> =>
  (await deletedOf(sql, [subject])).has(subject)

/** Returns the deleted ones of several subjects, in one statement (`isDeleted` of each). */
export const deletedOf = async (
  sql: Database | Transaction,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (subjects.length === 0) return new Set()
  const { rows } = await sql.raw<{ rows: { subject: string }[] }>(
    'select subject from deleted_subjects where subject = any(?::text[])',
    [[...new Set(subjects)]],
  )
  return new Set(rows.map(({ subject }) => subject))
}

/**
 * Locks a subject until the transaction ends (`lockSubject`) and returns whether it is deleted, in one round trip.
 *
 * A subject that is not deleted cannot be deleted before this transaction has committed.
 */
export const lockAndCheckDeleted = async (
  sql: Transaction,
  mode: LockMode,
  subject: string,
): Promise<{ isDeleted: boolean }> => {
  const text = 'select lock_and_check_deleted(:isShared, :subject) as "isDeleted"'
  const bindings = { isShared: mode === 'shared', subject }
  const { rows } = await prepared<{ isDeleted: boolean }>(sql, 'lock-and-check-deleted', text, bindings)
  return { isDeleted: rows[0]?.isDeleted === true }
}

/** Locks several subjects in a fixed order and returns the deleted ones, in one round trip (`lockAndCheckDeleted`). */
export const lockAllAndCheckDeleted = async (
  sql: Transaction,
  mode: LockMode,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await prepared<{ subject: string; isDeleted: boolean }>(
    sql,
    'lock-all-and-check-deleted',
    `select subject, lock_and_check_deleted(:isShared, subject) as "isDeleted"
     from (select distinct subject from unnest(:subjects::text[]) subject order by 1) subjects`,
    { isShared: mode === 'shared', subjects },
  )
  return new Set(rows.filter(({ isDeleted }) => isDeleted).map(({ subject }) => subject))
}
