import { type Database, type LockMode, lockSubject, prepared, type Transaction } from '@purple-sector/database'

/**
 * Remembers that subjects (`weekend/3`) were deleted by their owner, and holds them alone to the end of the transaction:
 * who held one before has committed, who holds it next sees the mark. Set it in the transaction of the event that says
 * so and remove the rows afterwards, in batches. Nothing takes the mark away: what is deleted never comes back.
 */
export const markDeleted = async (sql: Transaction, ...subjects: string[]): Promise<void> => {
  await lockSubject(sql, 'exclusive', ...subjects)
  await sql.raw('insert into deleted_subjects (subject) select unnest(?::text[]) on conflict do nothing', [subjects])
}

/** Whether the subject was deleted by now. Enough for projections; what must not be written after it uses `holdSubject`. */
export const isDeleted = async (sql: Database | Transaction, subject: string): Promise<boolean> =>
  (await deletedOf(sql, [subject])).has(subject)

/** Those of several subjects that were deleted by now, in one statement: `isDeleted` of each. */
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
 * Locks a subject until the transaction ends (`lockSubject`) and answers whether it was deleted: where it was not,
 * nobody deletes it before this transaction has committed. One round trip.
 */
export const lockAndCheckDeleted = async (
  sql: Transaction,
  mode: LockMode,
  subject: string,
): Promise<{ isDeleted: boolean }> => {
  const text = 'select hold_subject(:isShared, :subject) as "isDeleted"'
  const bindings = { isShared: mode === 'shared', subject }
  const { rows } = await prepared<{ isDeleted: boolean }>(sql, 'hold-subject', text, bindings)
  return { isDeleted: rows[0]?.isDeleted === true }
}

/** The same for several, taken in a fixed order; answers those that were deleted. One round trip. */
export const lockAllAndCheckDeleted = async (
  sql: Transaction,
  mode: LockMode,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await prepared<{ subject: string; isDeleted: boolean }>(
    sql,
    'hold-subjects',
    `select subject, hold_subject(:isShared, subject) as "isDeleted"
     from (select distinct subject from unnest(:subjects::text[]) subject order by 1) subjects`,
    { isShared: mode === 'shared', subjects },
  )
  return new Set(rows.filter(({ isDeleted }) => isDeleted).map(({ subject }) => subject))
}
