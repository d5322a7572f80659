import type { Database, Transaction } from '@purple-sector/database'
import { type Once, whenever } from '@purple-sector/service-kit/once'
import type { Tipping } from './ask-tipping.ts'
import type { Published } from './published.ts'

/** What a write answers, and what it has published; nothing where it changed nothing. */
export type Written<T> = { reply: T; published?: Published }

/** Commits a write and hands what it published to tipping before anybody is answered. */
export type Commit = <T>(write: (sql: Transaction) => Promise<Written<T>>, once?: Once) => Promise<T>

export const committing =
  ({ database, tipping }: { database: Database; tipping: Pick<Tipping, 'takeGroup'> }): Commit =>
  async <T>(write: (sql: Transaction) => Promise<Written<T>>, once: Once = whenever) => {
    let published: Published | undefined
    const reply = await database.transaction((sql) =>
      once(sql, async () => {
        const written = await write(sql)
        published = written.published
        return written.reply
      }),
    )
    if (published) await tipping.takeGroup(published)
    return reply
  }
