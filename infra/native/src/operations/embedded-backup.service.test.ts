import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '@purple-sector/database'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@purple-sector/database/embedded'
import { silentLogger } from '@purple-sector/service-kit/logger'
import { temporaryFolder } from '@purple-sector/testing/temporary-folder'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { backUp, restore } from './embedded-backup.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder('backup')
})
afterAll(() => folder.remove())

const createDataDir = async (name: string): Promise<string> => {
  const path = join(folder.path, name)
  await mkdir(path)
  await chmod(path, 0o755)
  return path
}
const startPostgres = (dataDir: string): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ dataDir, log: silentLogger(), settings: { fsync: 'off' } })
const query = async ({ url }: EmbeddedPostgres, sql: string): Promise<unknown> => {
  const database = openDatabase({ url, schema: 'public', maxConnections: 1 })
  return database.raw(sql).then(({ rows }) => database.destroy().then(() => rows))
}

test('a backup of a stopped product restores database, secrets and mails into another folder', async () => {
  const from = await createDataDir('from')
  const file = join(folder.path, 'backups', 'var.tar.gz')
  const first = await startPostgres(from)
  await query(first, 'create table tips as select 17 as car')
  await expect(backUp(from, file)).rejects.toThrow('already runs')
  await first.stop()
  await writeFile(join(from, 'secrets.json'), '{}')
  await mkdir(join(from, 'mail'))
  await writeFile(join(from, 'mail', '1.eml'), 'Welcome')
  await backUp(from, file)
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const to = await createDataDir('to')
  await restore(to, file)
  expect(await readFile(join(to, 'secrets.json'), 'utf8')).toBe('{}')
  expect(await readFile(join(to, 'mail', '1.eml'), 'utf8')).toBe('Welcome')
  const restored = await startPostgres(to)
  onTestFinished(() => restored.stop())
  expect(await query(restored, 'select car from tips')).toEqual([{ car: 17 }])
})

test('a restore over existing data and a backup without data are rejected', async () => {
  const dataDir = await createDataDir('taken')
  await writeFile(join(dataDir, 'secrets.json'), '{}')
  await expect(restore(dataDir, join(folder.path, 'no.tar.gz'))).rejects.toThrow('Move that folder away first')
  await expect(backUp(dataDir, join(folder.path, 'none.tar.gz'))).rejects.toThrow('There is no database')
})
