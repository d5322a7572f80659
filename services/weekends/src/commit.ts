import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import type { Database, Transaction } from '@purple-sector/database'
import { noteState } from '@purple-sector/messaging'
import type { ToldLock } from '@purple-sector/service-kit/race-closings'
import type { Tipping } from './ask-tipping.ts'
import { type Once, whenever } from './once.ts'
import type { Published } from './published.ts'
import { projectLock } from './races/race-lock-projection.ts'

/** What a write answers, and what it has published; nothing where it changed nothing. */
export type Written<T> = { reply: T; published?: Published }

/** Commits a write and hands what it published to tipping before anybody is answered. */
export type Commit = <T>(write: (sql: Transaction) => Promise<Written<T>>, once?: Once) => Promise<T>

/** Takes over a lock that tipping answered, as by its event. */
export const takeLock = async (sql: Transaction, weekendId: number, { sequence, ...lock }: ToldLock): Promise<void> => {
  const data = { ...lock, weekendId, deleted: false }
  if (await noteState(sql, 'weekends', sessionLockChanged, { sequence, data })) await projectLock(sql, data)
}

export const committing =
  ({ database, tipping }: { database: Database; tipping: Pick<Tipping, 'takeStates'> }): Commit =>
  async <T>(write: (sql: Transaction) => Promise<Written<T>>, once: Once = whenever) => {
    let published: Published | undefined
    const reply = await database.transaction((sql) =>
      once(sql, async () => {
        const written = await write(sql)
        published = written.published
        return written.reply
      }),
    )
    if (published === undefined) return reply
    const { weekendId } = published
    const locks = await tipping.takeStates(published)
    if (locks.length > 0)
      await database.transaction(async (sql) => {
        for (const lock of locks) await takeLock(sql, weekendId, lock)
      })
    return reply
  }
