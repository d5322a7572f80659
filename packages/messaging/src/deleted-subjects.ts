import type { Database, Transaction } from '@purple-sector/database'

/**
 * Remembers that a subject (`weekend/3`) was deleted by its owner. Set it in the transaction of the event that says
 * so and remove the rows afterwards, in batches. Nothing takes the mark away: what is deleted never comes back.
 */
export const markDeleted = async (sql: Transaction, subject: string): Promise<void> => {
  await sql.raw('insert into deleted_subjects (subject) values (?) on conflict do nothing', [subject])
}

/** Whether the subject was deleted. Writes and jobs ask under the weekend's lock, projections before they store. */
export const isDeleted = async (sql: Database | Transaction, subject: string): Promise<boolean> => {
  const { rows } = await sql.raw<{ rows: unknown[] }>('select 1 from deleted_subjects where subject = ?', [subject])
  return rows.length > 0
}
