import { settleAttemptsReply } from '@purple-sector/contracts/admin/internal'
import type { Database, Transaction } from '@purple-sector/database'
import { every, type Logger, type Running, type ServiceCalls } from '@purple-sector/service-kit'
import { unavailable } from '@purple-sector/service-kit/errors'
import { isWeekendDeleted } from '../projections/weekend-projection.ts'
import { lockRepository } from './lock-repository.ts'
import { withoutAttempt } from './provisional-lock.ts'
import { provisionalLocks } from './provisional-locks.ts'

const PAUSE_MS = 1_000

/** Races with attempts that should be over. */
const DUE = `
select race_id as "raceId", weekend_id as "weekendId", array_agg(attempt) as attempts
from provisional_locks join sessions using (race_id)
where due_at <= clock_timestamp() group by race_id, weekend_id`

type Due = { raceId: number; weekendId: number; attempts: string[] }
type Seams = { database: Database; calls: ServiceCalls; log: Logger }

/** From the reply on none of the attempts stores a result any more; until then any of them may. */
const askRaceControl = async (calls: ServiceCalls, { raceId, attempts }: Due): Promise<{ isStored: boolean }> => {
  const path = `/internal/races/${raceId}/attempts/settle`
  const { status, body } = await calls.call('admin', { method: 'POST', path, body: { attempts } })
  if (status !== 200) throw unavailable(`race control cannot tell what became of a result (${status})`)
  return settleAttemptsReply.parse(body)
}

/** Opens the race again, with the deadline it had, where nothing but these attempts closed it. */
const takeBack = async (sql: Transaction, { raceId, weekendId, attempts }: Due): Promise<void> => {
  const locks = lockRepository(sql)
  const provisional = provisionalLocks(sql)
  const now = await locks.hold(weekendId, raceId)
  const made = await provisional.find(raceId)
  await provisional.settle(attempts)
  // Confirmed meanwhile, or held closed by another attempt.
  if (!made || (await provisional.find(raceId))) return
  const lock = await locks.find(raceId)
  if (!lock || lock.isDeleted || (await isWeekendDeleted(sql, weekendId))) return
  const locksAt = withoutAttempt(lock, made, now)
  if (locksAt?.getTime() !== lock.locksAt?.getTime()) await locks.save(raceId, weekendId, locksAt)
}

const confirm = async (sql: Transaction, { raceId, weekendId }: Due): Promise<void> => {
  await lockRepository(sql).hold(weekendId, raceId)
  await provisionalLocks(sql).confirm(raceId)
}

/**
 * Asks race control what became of the results for which races were closed, and takes back the locks of those that
 * were not stored. A race whose result is stored, or may still be, stays closed: while race control cannot answer
 * nothing is taken back.
 */
export const settleAttempts = async ({ database, calls, log }: Seams): Promise<void> => {
  const { rows } = await database.raw<{ rows: Due[] }>(DUE)
  for (const due of rows) {
    try {
      const { isStored } = await askRaceControl(calls, due)
      await database.transaction((sql) => (isStored ? confirm(sql, due) : takeBack(sql, due)))
    } catch (error) {
      log.warn({ err: error, raceId: due.raceId }, 'a race stays closed for a result that may not be stored')
    }
  }
}

/** Any number of processes may: each looks again under the weekend's lock. */
export const startSettlingAttempts = (seams: Seams): Running =>
  every(PAUSE_MS, seams.log, 'settling of attempts', () => settleAttempts(seams))
