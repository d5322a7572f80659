import { type Database, databaseTime } from '@purple-sector/database'

/**
 * Returns a moment of the database's clock with full milliseconds, as race control sends one: all that was stored before
 * the call is earlier, what is stored afterwards is not. `databaseTime` alone may return the very millisecond of the
 * write before it.
 */
export const separatingMoment = async (database: Database): Promise<Date> => {
  await database.raw('select pg_sleep(0.001)')
  return databaseTime(database)
}
