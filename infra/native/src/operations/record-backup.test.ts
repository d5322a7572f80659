import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@purple-sector/testing/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { recordBackup } from './record-backup.ts'

test('writes the time of the last backup, which the user of an exporter can read', async () => {
  const { path, remove } = await temporaryFolder('metrics')
  onTestFinished(remove)
  const folder = join(path, 'new')
  await recordBackup(folder, new Date('2026-11-29T12:00:00.900Z'))
  await recordBackup(folder, new Date('2026-11-30T12:00:00.900Z'))
  const lines = (await readFile(join(folder, 'backup.prom'), 'utf8')).trimEnd().split('\n')
  expect(lines.at(-1)).toBe('backup_last_success_timestamp_seconds 1796040000')
  expect((await stat(join(folder, 'backup.prom'))).mode & 0o777).toBe(0o644)
})
