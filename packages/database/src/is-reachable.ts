import type { Database } from './open-database.ts'

/** Whether the database answers at this moment. */
export const isReachable = (database: Database): Promise<boolean> =>
  database.raw('select 1').then(
    () => true,
    () => false,
  )
