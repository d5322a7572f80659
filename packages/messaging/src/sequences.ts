import type { Database, Transaction } from '@purple-sector/database'

/**
 * The sequence of the last event of each of these subjects (0 where there was none). Read in the snapshot the state is
 * read in, it tells whoever asked for the state which events are older.
 */
export const sequencesOf = async (
  sql: Database | Transaction,
  subjects: readonly string[],
): Promise<(subject: string) => number> => {
  const { rows } = await sql.raw<{ rows: { subject: string; sequence: number | string }[] }>(
    'select subject, sequence from outbox_subjects where subject = any(?::text[])',
    [[...subjects]],
  )
  const known = new Map(rows.map(({ subject, sequence }) => [subject, Number(sequence)]))
  return (subject) => known.get(subject) ?? 0
}
