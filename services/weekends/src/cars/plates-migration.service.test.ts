import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '@purple-sector/database'
import { kitMigrations } from '@purple-sector/service-kit/kit-migrations'
import { createTestDatabase } from '@purple-sector/testing'
import { expect, onTestFinished, test } from 'vitest'

const all = fileURLToPath(new URL('../../migrations', import.meta.url))

/** The service's migrations as they were before one of them. */
const migrationsBefore = async (name: string): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  for (const file of await readdir(all)) if (file < name) await cp(join(all, file), join(directory, file))
  return directory
}

test('cars that were entered before there were plates show their numbers', async () => {
  const { database, drop } = await createTestDatabase({ service: 'weekends' })
  onTestFinished(drop)
  const migrated = (directory: string) =>
    migrate(database, { directories: [...kitMigrations, directory], schema: 'weekends' })
  await migrated(await migrationsBefore('20261122142000'))
  await database.raw(`
    insert into weekends (name, description, venue, start_date, end_date, time_zone, status, is_active)
    values ('Round 1', '', '', '2026-11-20', '2026-11-22', 'UTC', 'inactive', true);
    insert into cars (weekend_id, category_id, number, name, driver, team, manufacturer, status)
    select id, 8, number, '', 'Driver', '', '', 'active' from weekends, unnest(array[7, 888]) number;
  `)
  await migrated(all)
  expect(await database('cars').orderBy('id').select('number', 'plate')).toEqual([
    { number: 7, plate: '7' },
    { number: 888, plate: '888' },
  ])
})
