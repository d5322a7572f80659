import { randomUUID } from 'node:crypto'
import { closeRace, finalizeRaceLock, type LockState } from '@purple-sector/contracts/tipping/internal'
import { type Database, type Transaction, wake } from '@purple-sector/database'
import type { ServiceCalls } from '../calls/rpc.ts'
import { unavailable } from '../errors.ts'
import type { Logger } from '../logger.ts'
import type { BackgroundTask } from '../platform.ts'
import { runDueTasks } from '../scheduling/run-due-tasks.ts'

/** No write takes so long: what is not stored by then is given up, so that its race can open again. */
const GIVEN_UP_AFTER = "interval '10 s'"
const INTERVAL_MS = 1_000
/** As many as one call carries. */
const MAX = 1_000

/** Those that ended without storing anything, and those of which nobody knows; not what is being stored right now. */
const ABANDON = `
update provisional_locks set outcome = 'abandoned' where id = any(array(
  select id from provisional_locks
  where outcome is null and (id = any(:ended::uuid[]) or started_at < clock_timestamp() - ${GIVEN_UP_AFTER})
  for update skip locked))`

const DECIDED = `
select race_id as "raceId", array_agg(id) as attempts, outcome = 'stored' as "isStored"
from (select * from provisional_locks where outcome is not null order by started_at limit ${MAX}) decided
group by race_id, outcome order by min(started_at)`

type Decided = { raceId: number; attempts: string[]; isStored: boolean }

/** An attempt at a write that closes a race; `lock` is undefined where tipping did not answer in time. */
export type ProvisionalLock = { attempt: string; lock: LockState | undefined }

/**
 * `reopened` where it is known for certain: a closing that arrives behind a reopening then closes nothing. `begins` where
 * the write is a status or a result, by which the race has begun.
 */
type ClosedRace = { id: number; weekendId: number; reopened?: number; begins?: boolean }

type Seams = { database: Database; calls: ServiceCalls; log: Logger; closeTimeoutMs: number }

/**
 * Closes races at tipping for writes that close them, before the write can be seen: a tip must not slip in between
 * (docs/adr/0008-a-lock-for-a-result-is-provisional.md). Each attempt has a row in the service's `provisional_locks`
 * before tipping is asked. The write's own transaction marks it stored, and whoever gives it up marks it abandoned:
 * one of the two, for good, whoever dies in between. Tipping is told of either until it answers, then the row goes.
 */
export const createProvisionalLocks = ({ database, calls, log, closeTimeoutMs }: Seams) => {
  /** What has ended in this process: unmarked, it is given up at the next look instead of by its age. */
  const endedHere = new Set<string>()
  let isStopping = false

  const close = async (race: ClosedRace, attempt: string): Promise<LockState | undefined> => {
    const { id: raceId, weekendId, reopened, begins } = race
    try {
      const asked = { params: { raceId }, request: { weekendId, attempt, reopened, begins } }
      const outcome = await calls.request(closeRace, asked, { timeoutMs: closeTimeoutMs })
      return outcome.kind === 'reply' ? outcome.reply : undefined
    } catch (error) {
      log.warn({ err: error, raceId }, 'tipping did not close a race in time; the event of the write will')
      return undefined
    }
  }

  const tell = async ({ raceId, attempts, isStored }: Decided): Promise<void> => {
    try {
      await calls.request(finalizeRaceLock, { params: { raceId }, request: { attempts, isStored } })
      await database('provisional_locks').whereIn('id', attempts).delete()
    } catch (error) {
      log.warn({ err: error, raceId }, 'tipping cannot be told yet what became of the write that a race was closed for')
    }
  }

  const settle = async (): Promise<void> => {
    const ended = [...endedHere]
    await database.raw(ABANDON, { ended })
    for (const attempt of ended) endedHere.delete(attempt)
    const { rows } = await database.raw<{ rows: Decided[] }>(DECIDED)
    for (const decided of rows) if (!isStopping) await tell(decided)
  }

  return {
    /** Closes the race, then runs the write, which marks the attempt by `store`. One it leaves unmarked is given up. */
    async around<T>(race: ClosedRace, write: (closing: ProvisionalLock) => Promise<T>): Promise<T> {
      const attempt = randomUUID()
      await database('provisional_locks').insert({ id: attempt, race_id: race.id })
      const lock = await close(race, attempt)
      try {
        return await write({ attempt, lock })
      } finally {
        endedHere.add(attempt)
        wake(database, 'tasks')
      }
    },

    /** In the transaction of the write. Throws where the attempt was given up meanwhile: its race may be open again. */
    async store(sql: Transaction, { attempt }: ProvisionalLock): Promise<void> {
      const stored = await sql('provisional_locks').where({ id: attempt, outcome: null }).update({ outcome: 'stored' })
      if (stored === 0) throw unavailable('This took too long, and nothing was changed. Please try again.')
    },

    /** Gives up what took too long and tells tipping what became of each; any number of processes may. */
    start(): BackgroundTask {
      isStopping = false
      const due = 'select from provisional_locks'
      const settling = runDueTasks({ database, log }, INTERVAL_MS, { name: 'settling of closings', due, work: settle })
      return {
        stop() {
          isStopping = true
          return settling.stop()
        },
      }
    },
  }
}

export type ProvisionalLocks = ReturnType<typeof createProvisionalLocks>
