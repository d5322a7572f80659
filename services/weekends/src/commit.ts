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

/** Commits a write and pushes what it published to tipping before replying. */
export type Commit = <T>(write: (sql: Transaction) => Promise<Written<T>>, writeMode?: WriteMode) => Promise<T>

const lockData = (weekendId: number, { raceId, locksAt }: LockState) => ({ raceId, locksAt, weekendId, deleted: false })

/**
 * Applies a lock returned by tipping, as its event does, around further work on the race.
 * Lock order: record the pushed state before locking the race row, as the handler of the event does, which may run at
 * the same time; otherwise the two would deadlock.
 */
export const withLockApplied = async <T>(
  sql: Transaction,
  weekendId: number,
  lock: LockState | undefined,
  work: () => Promise<T>,
): Promise<T> => {
  if (!lock) return work()
  const data = lockData(weekendId, lock)
  const isNewState = await recordPushedState(sql, 'weekends', sessionLockChanged, { sequence: lock.sequence, data })
  const result = await work()
  if (isNewState) await projectLock(sql, data)
  return result
}

const noWork = async (): Promise<void> => {}

export const createCommit =
  ({ database, tipping, log }: { database: Database; tipping: Pick<Tipping, 'syncStates'>; log: Logger }): Commit =>
  async (write, writeMode) => {
    const { reply, published } = await kit.runWrite(database, write, writeMode)
    if (published === undefined) return reply
    const { weekendId } = published
    const locks = await tipping.syncStates(published)
    if (weekendId === null) return reply
    for (const lock of locks)
      await database
        .transaction((sql) => withLockApplied(sql, weekendId, lock, noWork))
        .catch((error: unknown) =>
          // The write is committed, so the caller must not get an error.
          log.warn(
            { event: 'race_lock.apply_failed', err: error, raceId: lock.raceId },
            'Race lock returned by tipping was not applied; its event delivers it later',
          ),
        )
    return reply
  }
