import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@purple-sector/database'
import { kitMigrations } from '@purple-sector/service-kit/data/kit-migrations'
import { onTestFinished } from 'vitest'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/**
 * Creates a database of a service before the migration whose name starts with `before`, for old rows; `migrated`
 * applies the remaining migrations.
 */
export const databaseBefore = async (
  name: string,
  { name: service, migrationsDirectory }: { name: string; migrationsDirectory: string },
): Promise<Pick<TestDatabase, 'database'> & { migrated(): Promise<void> }> => {
  const earlierMigrations = await mkdtemp(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rm(earlierMigrations, { recursive: true }))
  for (const file of await readdir(migrationsDirectory))
    if (file < name) await symlink(join(migrationsDirectory, file), join(earlierMigrations, file))
  const { database, drop } = await createTestDatabase({ service })
  onTestFinished(drop)
  const migrateFrom = async (directory: string): Promise<void> => {
    await migrate(database, { directories: [...kitMigrations, directory], schema: service })
  }
  await migrateFrom(earlierMigrations)
  return { database, migrated: () => migrateFrom(migrationsDirectory) }
}
