import { randomUUID } from 'node:crypto'
import type { FactDefinition } from '@purple-sector/contracts/event'
import { closeRace, type LockState } from '@purple-sector/contracts/tipping/internal'
import type { RaceLockFinalized } from '@purple-sector/contracts/tipping/race-lock-finalized'
import { afterCommit, type Database, type Transaction, wake } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import type { ServiceCalls } from '../calls/rpc.ts'
import { unavailable } from '../errors.ts'
import type { Logger } from '../logger.ts'
import type { BackgroundTask } from '../platform.ts'
import { runDueTasks } from '../scheduling/run-due-tasks.ts'

/** Age at which a lock is cancelled, so that its race can open again. No write takes this long. */
const ABANDON_AFTER = "interval '10 s'"
const CHECK_INTERVAL_MS = 1_000

/**
 * Removes the locks of writes that ended without storing, and locks that are too old; skips locks that are being
 * stored.
 */
const REMOVE_ABANDONED = `
delete from provisional_locks where id = any(array(
  select id from provisional_locks
  where id = any(:ended::uuid[]) or started_at < clock_timestamp() - ${ABANDON_AFTER}
  for update skip locked))
returning id as attempt, race_id as "raceId", weekend_id as "weekendId"`

type Attempt = Omit<RaceLockFinalized, 'isStored'>

/** The provisional lock of a write that closes a race; `lock` is undefined if tipping did not reply in time. */
export type ProvisionalLock = Attempt & { lock: LockState | undefined }

/**
 * A race to close. `reopened` is set if it is certain: then a call that arrives after a reopening closes nothing.
 * `begins` means that the race has started, because the write is a status or a result.
 */
type ClosedRace = { id: number; weekendId: number; reopened?: number; begins?: boolean }

type Dependencies = {
  database: Database
  calls: ServiceCalls
  log: Logger
  closeTimeoutMs: number
  /** The service's own event of the outcome. */
  finalized: FactDefinition<RaceLockFinalized>
}

/**
 * Creates provisional race locks: closes a race at tipping before a write that closes it becomes visible.
 *
 * Otherwise a tip could slip in between (docs/adr/0008-provisional-race-locks.md). Each attempt has a row in the
 * service's `provisional_locks` before tipping is called. One transaction removes it: that of the write, or that of the
 * task, which cancels. The same transaction publishes the outcome, so tipping learns it even if a process dies.
 */
export const createProvisionalLocks = ({ database, calls, log, closeTimeoutMs, finalized }: Dependencies) => {
  /** Attempts of this process that are not stored. */
  const openAttempts = new Set<string>()
  /** Attempts of this process that ended without storing: they are cancelled at the next check, not only at their age. */
  const endedAttempts = new Set<string>()

  const close = async (race: ClosedRace, attempt: string): Promise<LockState | undefined> => {
    const { id: raceId, weekendId, reopened, begins } = race
    try {
      const input = { params: { raceId }, request: { weekendId, attempt, reopened, begins } }
      const outcome = await calls.request(closeRace, input, { timeoutMs: closeTimeoutMs })
      return outcome.kind === 'reply' ? outcome.reply : undefined
    } catch (error) {
      log.warn(
        { event: 'provisional_lock.close_failed', err: error, raceId },
        'Tipping did not close the race in time; the event of the write closes it',
      )
      return undefined
    }
  }

  const cancelAbandoned = async (): Promise<void> => {
    const ended = [...endedAttempts]
    await database.transaction(async (sql) => {
      const { rows } = await sql.raw<{ rows: Attempt[] }>(REMOVE_ABANDONED, { ended })
      await outbox(sql).appendMany(rows.map((attempt) => entry(finalized, { ...attempt, isStored: false })))
    })
    for (const attempt of ended) endedAttempts.delete(attempt)
  }

  return {
    /** Closes the race, then runs the write, which confirms the lock by `store`. A lock that remains is cancelled. */
    async around<T>(race: ClosedRace, write: (closing: ProvisionalLock) => Promise<T>): Promise<T> {
      const { id: raceId, weekendId } = race
      const attempt = randomUUID()
      await database('provisional_locks').insert({ id: attempt, race_id: raceId, weekend_id: weekendId })
      const lock = await close(race, attempt)
      openAttempts.add(attempt)
      try {
        return await write({ attempt, raceId, weekendId, lock })
      } finally {
        if (openAttempts.delete(attempt)) {
          endedAttempts.add(attempt)
          wake(database, 'tasks')
        }
      }
    },

    /**
     * Confirms the lock in the transaction of the write. Throws 503 if it was cancelled: its race may be open again.
     * Call it after locking rows: the event locks the key of the weekend's events until the commit.
     */
    async store(sql: Transaction, { attempt, raceId, weekendId }: ProvisionalLock): Promise<void> {
      if ((await sql('provisional_locks').where({ id: attempt }).delete()) === 0) {
        openAttempts.delete(attempt)
        throw unavailable('This took too long, and nothing was changed. Please try again.')
      }
      afterCommit(sql, () => openAttempts.delete(attempt))
      await outbox(sql).append(finalized, { raceId, weekendId, attempt, isStored: true })
    },

    /** Starts the task that cancels abandoned locks; any number of processes may run it. */
    start: (): BackgroundTask =>
      runDueTasks({ database, log }, CHECK_INTERVAL_MS, {
        name: 'cancel abandoned provisional locks',
        due: 'select from provisional_locks',
        work: cancelAbandoned,
      }),
  }
}

export type ProvisionalLocks = ReturnType<typeof createProvisionalLocks>
