import knex from 'knex'
import type { Database } from './open-database.ts'

/**
 * Brings a service's schema up to date with directories of TypeScript migrations, those of all together in the order
 * of their names, and answers the names of those applied now. Replicas may call it at the same time: an advisory lock
 * lets one work and the others find nothing left to do. Lock and work share one connection, so whoever loses the lock
 * works no longer.
 */
export const migrate = async (
  database: Database,
  { directories, schema }: { directories: readonly string[]; schema: string },
): Promise<string[]> => {
  const connection = knex({ ...database.client.config, pool: { min: 1, max: 1 } })
  try {
    await connection.raw('select pg_advisory_lock(hashtextextended(?, 0))', [`migrate ${schema}`])
    const [, applied]: [number, string[]] = await connection.migrate.latest({
      directory: directories,
      schemaName: schema,
      tableName: 'migrations',
      loadExtensions: ['.ts'],
    })
    return applied
  } finally {
    await connection.destroy()
  }
}
