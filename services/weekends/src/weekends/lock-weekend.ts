import { weekendSubject } from '@purple-sector/contracts/event'
import { type Database, type LockMode, lockSubject, type Transaction } from '@purple-sector/database'
import { notFound } from '@purple-sector/service-kit/errors'
import type { StoredWeekend } from './weekend.ts'
import { weekendRepository } from './weekend-repository.ts'

export const weekendNotFound = () => notFound('WEEKEND_NOT_FOUND', 'There’s no such weekend.')

const orNotFound = (weekend: StoredWeekend | undefined): StoredWeekend => {
  if (!weekend) throw weekendNotFound()
  return weekend
}

/** Finds a weekend; 404 if there is none. */
export const findWeekend = async (sql: Database | Transaction, id: number): Promise<StoredWeekend> =>
  orNotFound(await weekendRepository(sql).find(id))

/**
 * Locks a weekend until the end of the transaction and reads it: `exclusive` to change or delete it, `shared` to enter
 * a race or a car. So no race or car is entered in a weekend that is being deleted, or while a transaction decides on
 * its contents.
 */
export const lockWeekend = async (sql: Transaction, mode: LockMode, id: number): Promise<StoredWeekend> => {
  await lockSubject(sql, mode, weekendSubject(id))
  return findWeekend(sql, id)
}

/** Locks weekends until the end of the transaction, to change them or their rounds. */
export const lockWeekends = (sql: Transaction, ids: readonly number[]): Promise<void> =>
  lockSubject(sql, 'exclusive', ...ids.map((id) => weekendSubject(id)))
