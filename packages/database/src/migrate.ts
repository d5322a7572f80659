import knex from 'knex'
import { migrationFiles } from './migration-files.ts'
import type { Database } from './open-database.ts'

/** The schema has a migration that this version does not have: an incompatible version of the product created its data. */
export class UnknownMigrationError extends Error {
  constructor(schema: string, name: string) {
    super(`schema ${schema} has the migration ${name}, which this version does not have`)
  }
}

/** Throws an `UnknownMigrationError` if the schema has migrations that are not among the files. */
const rejectUnknownMigrations = async (
  connection: Database,
  schema: string,
  files: ReturnType<typeof migrationFiles>,
): Promise<void> => {
  if (!(await connection.schema.withSchema(schema).hasTable('migrations'))) return
  const applied: string[] = await connection('migrations').withSchema(schema).orderBy('id').pluck('name')
  const known = new Set((await files.getMigrations([])).map(files.getMigrationName))
  const unknown = applied.find((name) => !known.has(name))
  if (unknown !== undefined) throw new UnknownMigrationError(schema, unknown)
}

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
  const files = migrationFiles(directories)
  try {
    await connection.raw('select pg_advisory_lock(hashtextextended(?, 0))', [`migrate ${schema}`])
    await rejectUnknownMigrations(connection, schema, files)
    const [, applied]: [number, string[]] = await connection.migrate.latest({
      migrationSource: files,
      schemaName: schema,
      tableName: 'migrations',
    })
    return applied
  } finally {
    await connection.destroy()
  }
}
