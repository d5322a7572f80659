import type { CallAnswer, ParsedCall } from '@purple-sector/contracts/call'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database, Transaction } from '@purple-sector/database'
import { notFound } from '@purple-sector/service-kit/errors'
import { isWeekendDeleted } from '../projections/weekend-projection.ts'
import { lockRepository } from './lock-repository.ts'
import { provisionalLocks } from './provisional-locks.ts'
import { withoutAttempt } from './race-lock.ts'

type Settling = ParsedCall<typeof calls.settleRace>
type Ended = { raceId: number; weekendId: number; attempts: readonly string[]; isStored: boolean }

/** Answers when the race locks from now on; the weekend's exclusive lock is held to the end of the transaction. */
const settle = async (sql: Transaction, { raceId, weekendId, attempts, isStored }: Ended): Promise<Date | null> => {
  const locks = lockRepository(sql)
  const provisional = provisionalLocks(sql)
  const now = await locks.hold(weekendId, raceId)
  const lock = await locks.find(raceId)
  if (!lock) throw noSuchRace()
  const made = await provisional.find(raceId)
  const held = await provisional.settle(attempts)
  // Confirmed meanwhile by the event of what was written, or closed by none of these at all.
  if (!made || held === 0) return lock.locksAt
  if (isStored) {
    await provisional.confirm(raceId)
    return lock.locksAt
  }
  const isHeldByAnother = (await provisional.find(raceId)) !== undefined
  if (isHeldByAnother || lock.isDeleted || (await isWeekendDeleted(sql, weekendId))) return lock.locksAt
  const locksAt = withoutAttempt(lock, made, now)
  if (locksAt?.getTime() !== lock.locksAt?.getTime()) await locks.save(raceId, weekendId, locksAt)
  return locksAt
}

const noSuchRace = () => notFound('RACE_NOT_FOUND', 'There is no such session.')

/**
 * Takes note of what became of attempts for which a race was closed, as their makers have decided it for good (ADR 8).
 * Where what they were made for is stored the lock stands. Otherwise the race opens again, with the deadline it had, if
 * nothing but these attempts closed it. The same again changes nothing.
 */
export const settleRace =
  ({ database }: { database: Database }) =>
  async ({ params: { raceId }, request }: Settling): Promise<CallAnswer<typeof calls.settleRace>> => {
    const locksAt = await database.transaction(async (sql) => {
      const weekendId = await lockRepository(sql).weekendOf(raceId)
      if (weekendId === undefined) throw noSuchRace()
      return settle(sql, { raceId, weekendId, ...request })
    })
    return { raceId, locksAt: locksAt?.toISOString() ?? null }
  }
