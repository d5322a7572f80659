import knex from 'knex'
import { migrationFiles } from './migration-files.ts'
import type { Database } from './open-database.ts'

/** The schema has a migration that this version does not have: an incompatible version of the product created its data. */
export class UnknownMigrationError extends Error {
  constructor(schema: string, name: string) {
    super(`schema ${schema} has the migration ${name}, which this version does not have`)
  }
}

/** The schema belongs to a later version, as after a rollback: all migrations of this version, and newer ones. */
const isNewer = (applied: readonly string[], known: readonly string[]): boolean => {
  const newest = known.at(-1) ?? ''
  return known.every((name) => applied.includes(name)) && applied.every((name) => known.includes(name) || name > newest)
}

/**
 * Returns whether the schema belongs to a later version. Throws an `UnknownMigrationError` if it has other migrations
 * that are not among the files.
 */
const compareWithFiles = async (
  connection: Database,
  schema: string,
  files: ReturnType<typeof migrationFiles>,
): Promise<{ isNewer: boolean }> => {
  if (!(await connection.schema.withSchema(schema).hasTable('migrations'))) return { isNewer: false }
  const applied: string[] = await connection('migrations').withSchema(schema).orderBy('id').pluck('name')
  const known = (await files.getMigrations([])).map(files.getMigrationName)
  const unknown = applied.find((name) => !known.includes(name))
  if (unknown === undefined) return { isNewer: false }
  if (!isNewer(applied, known)) throw new UnknownMigrationError(schema, unknown)
  return { isNewer: true }
}

/**
 * Applies the pending migrations of several directories in the order of their names; returns the names of those it
 * applied.
 *
 * A schema of a later version is left as it is: migrations only expand what the version before uses
 * (`CONTRIBUTING.md`, Change the schema), so that a rollback needs none.
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
    const { isNewer } = await compareWithFiles(connection, schema, files)
    if (isNewer) return []
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
