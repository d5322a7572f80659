import { sessionLockChanged } from '@purple-sector/contracts/tipping/events'
import type { LockState } from '@purple-sector/contracts/tipping/internal'
import type { Database, Transaction } from '@purple-sector/database'
import { recordPushedState } from '@purple-sector/messaging'
import type { Logger } from '@purple-sector/service-kit'
import * as kit from '@purple-sector/service-kit/http/run-write'
import type { WriteMode } from '@purple-sector/service-kit/http/write-mode'
import type { Published } from './published.ts'
import { projectLock } from './races/race-lock-projection.ts'
import type { Tipping } from './tipping-client.ts'

export type Written<T> = kit.Written<T, Published>

/** Commits a write and hands what it published to tipping before anybody is answered. */
export type Commit = <T>(write: (sql: Transaction) => Promise<Written<T>>, once?: WriteMode) => Promise<T>

const lockData = (weekendId: number, { raceId, locksAt }: LockState) => ({ raceId, locksAt, weekendId, deleted: false })

/**
 * Takes over a lock that tipping answered, as by its event, around what else is done to the race. The event may be here
 * at the same moment and holds its own note before the race: so does this, or the two would wait for each other.
 */
export const takingLock = async <T>(
  sql: Transaction,
  weekendId: number,
  lock: LockState | undefined,
  work: () => Promise<T>,
): Promise<T> => {
  if (!lock) return work()
  const data = lockData(weekendId, lock)
  const isNotifiable = await recordPushedState(sql, 'weekends', sessionLockChanged, { sequence: lock.sequence, data })
  const done = await work()
  if (isNotifiable) await projectLock(sql, data)
  return done
}

const nothing = async (): Promise<void> => {}

export const committing =
  ({ database, tipping, log }: { database: Database; tipping: Pick<Tipping, 'syncStates'>; log: Logger }): Commit =>
  async (write, once) => {
    const { reply, published } = await kit.runWrite(database, write, once)
    if (published === undefined) return reply
    const { weekendId } = published
    const locks = await tipping.syncStates(published)
    if (weekendId === null) return reply
    for (const lock of locks)
      await database
        .transaction((sql) => takingLock(sql, weekendId, lock, nothing))
        .catch((error: unknown) =>
          // What was written is written: its writer must not be told otherwise.
          log.warn({ err: error, raceId: lock.raceId }, 'a lock was not taken over; its event will bring it'),
        )
    return reply
  }
