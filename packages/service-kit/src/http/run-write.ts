import type { Database, Transaction } from '@purple-sector/database'
import { nonIdempotent, type WriteMode } from './write-mode.ts'

/** What a write answers, and what it has published; nothing where it changed nothing. */
export type Written<T, Published> = { reply: T; published?: Published }

/**
 * Runs a write in a transaction of its own, at most once for one request, and answers after the commit. A repeated
 * request gets its reply again and has published nothing.
 */
export const runWrite = async <T, Published>(
  database: Database,
  write: (sql: Transaction) => Promise<Written<T, Published>>,
  once: WriteMode = nonIdempotent,
): Promise<Written<T, Published>> => {
  let published: Published | undefined
  const reply = await database.transaction((sql) =>
    once(sql, async () => {
      const written = await write(sql)
      published = written.published
      return written.reply
    }),
  )
  return published === undefined ? { reply } : { reply, published }
}
