import knex from 'knex'
import type { Database } from './open-database.ts'

/**
 * Applies the pending migrations of several directories in the order of their names; returns the names of those it
 * applied.
 *
 * Replicas may call it concurrently: one at a time has the advisory lock, and the next ones find no pending migrations.
 * Lock and migrations share one connection, so that a process that loses the lock also stops migrating.
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
