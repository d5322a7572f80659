import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Knex } from 'knex'

type MigrationFile = { directory: string; name: string }

const filesOf = async (directory: string): Promise<MigrationFile[]> =>
  (await readdir(directory)).map((name) => ({ directory, name }))

const byName = (a: MigrationFile, b: MigrationFile): number => (a.name < b.name ? -1 : 1)

/** Migrations are append-only: a later migration reverts an earlier one. */
const down = async (): Promise<void> => {}

/**
 * The migrations of several directories in the order of their names: SQL, or modules that export `up`. Each runs in a
 * transaction, unless a module's `config` says otherwise.
 */
export const migrationFiles = (directories: readonly string[]): Knex.MigrationSource<MigrationFile> => ({
  getMigrations: async () => (await Promise.all(directories.map(filesOf))).flat().sort(byName),
  getMigrationName: ({ name }) => name,
  getMigration: async ({ directory, name }) => {
    const path = join(directory, name)
    if (!name.endsWith('.sql')) return { down, ...(await import(pathToFileURL(path).href)) }
    const statements = await readFile(path, 'utf8')
    // Knex would replace question marks by bindings.
    return { up: (sql) => sql.raw(statements.replaceAll('?', String.raw`\?`)), down }
  },
})
