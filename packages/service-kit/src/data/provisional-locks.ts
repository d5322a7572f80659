import { randomUUID } from 'node:crypto'
import { closeRace, finalizeRaceLock, type LockState } from '@purple-sector/contracts/tipping/internal'
import { type Database, type Transaction, wake } from '@purple-sector/database'
import type { ServiceCalls } from '../calls/rpc.ts'
import { unavailable } from '../errors.ts'
import type { Logger } from '../logger.ts'
import type { BackgroundTask } from '../platform.ts'
import { runDueTasks } from '../scheduling/run-due-tasks.ts'

/** Age at which an unmarked lock is cancelled, so that its race can open again. No write takes this long. */
const ABANDON_AFTER = "interval '10 s'"
const CHECK_INTERVAL_MS = 1_000
/** Maximum number of locks of one call. */
const MAX_BATCH_SIZE = 1_000

/**
 * Cancels the locks of writes that ended without storing, and locks that are too old; skips locks that are being
 * stored.
 */
const CANCEL_LOCKS = `
update provisional_locks set outcome = 'abandoned' where id = any(array(
  select id from provisional_locks
  where outcome is null and (id = any(:ended::uuid[]) or started_at < clock_timestamp() - ${ABANDON_AFTER})
  for update skip locked))`

const SELECT_DECIDED = `
select race_id as "raceId", array_agg(id) as attempts, outcome = 'stored' as "isStored"
from (select * from provisional_locks where outcome is not null order by started_at limit ${MAX_BATCH_SIZE}) decided
group by race_id, outcome order by min(started_at)`

type DecidedAttempts = { raceId: number; attempts: string[]; isStored: boolean }

/** The provisional lock of a write that closes a race; `lock` is undefined if tipping did not reply in time. */
export type ProvisionalLock = { attempt: string; lock: LockState | undefined }

/**
 * A race to close. `reopened` is set if it is certain: then a call that arrives after a reopening closes nothing.
 * `begins` means that the race has started, because the write is a status or a result.
 */
type ClosedRace = { id: number; weekendId: number; reopened?: number; begins?: boolean }

type Dependencies = { database: Database; calls: ServiceCalls; log: Logger; closeTimeoutMs: number }

/**
 * Creates provisional race locks: closes a race at tipping before a write that closes it becomes visible.
 *
 * Otherwise a tip could slip in between (docs/adr/0008-provisional-race-locks.md). Each attempt has a row in the
 * service's `provisional_locks` before tipping is called. The transaction of the write marks it stored; cancelling
 * marks it abandoned: one of the two, permanently, even if a process dies in between. The task sends the outcome to
 * tipping until tipping replies, and then deletes the row.
 */
export const createProvisionalLocks = ({ database, calls, log, closeTimeoutMs }: Dependencies) => {
  /**
   * Attempts that ended in this process: unmarked ones are cancelled at the next check, not only at their maximum age.
   */
  const endedAttempts = new Set<string>()
  let isStopping = false

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

  const confirmOrCancel = async ({ raceId, attempts, isStored }: DecidedAttempts): Promise<void> => {
    try {
      await calls.request(finalizeRaceLock, { params: { raceId }, request: { attempts, isStored } })
      await database('provisional_locks').whereIn('id', attempts).delete()
    } catch (error) {
      log.warn(
        { event: 'provisional_lock.finalize_failed', err: error, raceId },
        'Cannot confirm or cancel provisional lock; retrying',
      )
    }
  }

  const finalize = async (): Promise<void> => {
    const ended = [...endedAttempts]
    await database.raw(CANCEL_LOCKS, { ended })
    for (const attempt of ended) endedAttempts.delete(attempt)
    const { rows } = await database.raw<{ rows: DecidedAttempts[] }>(SELECT_DECIDED)
    for (const decided of rows) if (!isStopping) await confirmOrCancel(decided)
  }

  return {
    /** Closes the race, then runs the write, which marks the attempt by `store`. An unmarked attempt is cancelled. */
    async around<T>(race: ClosedRace, write: (closing: ProvisionalLock) => Promise<T>): Promise<T> {
      const attempt = randomUUID()
      await database('provisional_locks').insert({ id: attempt, race_id: race.id })
      const lock = await close(race, attempt)
      try {
        return await write({ attempt, lock })
      } finally {
        endedAttempts.add(attempt)
        wake(database, 'tasks')
      }
    },

    /**
     * Marks the attempt in the transaction of the write. Throws 503 if it was cancelled: its race may be open again.
     */
    async store(sql: Transaction, { attempt }: ProvisionalLock): Promise<void> {
      const stored = await sql('provisional_locks').where({ id: attempt, outcome: null }).update({ outcome: 'stored' })
      if (stored === 0) throw unavailable('This took too long, and nothing was changed. Please try again.')
    },

    /** Starts the task that cancels old attempts and sends outcomes to tipping; any number of processes may run it. */
    start(): BackgroundTask {
      isStopping = false
      const due = 'select from provisional_locks'
      const finalizing = runDueTasks({ database, log }, CHECK_INTERVAL_MS, {
        name: 'finalize provisional locks',
        due,
        work: finalize,
      })
      return {
        stop() {
          isStopping = true
          return finalizing.stop()
        },
      }
    },
  }
}

export type ProvisionalLocks = ReturnType<typeof createProvisionalLocks>
