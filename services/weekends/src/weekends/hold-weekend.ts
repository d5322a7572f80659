import type { Database, Transaction } from '@purple-sector/database'
import { notFound } from '@purple-sector/service-kit/errors'
import type { StoredWeekend } from './weekend.ts'
import { weekendRepository } from './weekend-repository.ts'

const orNotFound = (weekend: StoredWeekend | undefined): StoredWeekend => {
  if (!weekend) throw notFound('WEEKEND_NOT_FOUND', 'There is no such weekend.')
  return weekend
}

/** The weekend as it is now. */
export const findWeekend = async (sql: Database | Transaction, id: number): Promise<StoredWeekend> =>
  orNotFound(await weekendRepository(sql).find(id))

/** The weekend, closed to every other write until the end of the transaction. */
export const holdWeekend = async (sql: Transaction, id: number): Promise<StoredWeekend> =>
  orNotFound(await weekendRepository(sql).hold(id))

/** The weekend, kept from being deleted until the end of the transaction: something is entered in it. */
export const keepWeekend = async (sql: Transaction, id: number): Promise<StoredWeekend> =>
  orNotFound(await weekendRepository(sql).keep(id))
