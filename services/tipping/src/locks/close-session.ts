import type { Transaction } from '@purple-sector/database'
import { lockRepository } from './lock-repository.ts'
import { closedAt } from './session-lock.ts'

/**
 * Locks a session now if it is still open: every tip acknowledged before counts for it, none after (rules, Tips).
 * Answers when it locked, undefined for a session tipping does not know. Ends with the caller's transaction: keep it
 * short, tips of the weekend wait for it.
 */
export const closeSession = async (sql: Transaction, raceId: number, weekendId: number): Promise<Date | undefined> => {
  const locks = lockRepository(sql)
  const now = await locks.hold(weekendId, raceId)
  const lock = await locks.find(raceId)
  if (!lock) return undefined
  const locksAt = closedAt(lock.locksAt, now)
  if (locksAt.getTime() !== lock.locksAt?.getTime()) await locks.save(raceId, weekendId, locksAt)
  return locksAt
}
