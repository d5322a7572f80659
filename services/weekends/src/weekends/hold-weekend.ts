import { weekendKey } from '@purple-sector/contracts/event'
import { type Database, type LockMode, lockSubject, type Transaction } from '@purple-sector/database'
import { notFound } from '@purple-sector/service-kit/errors'
import type { StoredWeekend } from './weekend.ts'
import { weekendRepository } from './weekend-repository.ts'

const orNotFound = (weekend: StoredWeekend | undefined): StoredWeekend => {
  if (!weekend) throw notFound('WEEKEND_NOT_FOUND', 'There’s no such weekend.')
  return weekend
}

/** The weekend as it is now. */
export const findWeekend = async (sql: Database | Transaction, id: number): Promise<StoredWeekend> =>
  orNotFound(await weekendRepository(sql).find(id))

/**
 * The weekend, locked until the end of the transaction: `exclusive` to change or delete it, `shared` to enter something
 * in it. So nothing is entered in a weekend that goes, or while somebody judges what is in it.
 */
export const holdWeekend = async (sql: Transaction, mode: LockMode, id: number): Promise<StoredWeekend> => {
  await lockSubject(sql, mode, weekendKey(id))
  return findWeekend(sql, id)
}
