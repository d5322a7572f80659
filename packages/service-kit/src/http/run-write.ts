import type { Database, Transaction } from '@purple-sector/database'
import { type WriteMode, withoutIdempotencyKey } from './write-mode.ts'

/** The reply of a write, and its published events; `published` is absent if the write changed nothing. */
export type Written<T, Published> = { reply: T; published?: Published }

/**
 * Runs a write in a transaction of its own and resolves after the commit; `mode` says how often a repeated request runs it.
 *
 * With `withIdempotencyKey` a repeated request gets its reply again and publishes nothing.
 */
export const runWrite = async <T, Published>(
  database: Database,
  write: (sql: Transaction) => Promise<Written<T, Published>>,
  mode: WriteMode = withoutIdempotencyKey,
): Promise<Written<T, Published>> => {
  let published: Published | undefined
  const reply = await database.transaction((sql) =>
    mode(sql, async () => {
      const written = await write(sql)
      published = written.published
      return written.reply
    }),
  )
  return published === undefined ? { reply } : { reply, published }
}
