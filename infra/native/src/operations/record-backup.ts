import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '@purple-sector/machine/files'

/**
 * Writes the time of a backup, in seconds since 1970, as a metric for node-exporter's textfile collector. It has no
 * personal data and no secret, so every user may read it.
 */
export const recordBackup = async (folder: string, now: Date): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const name = 'backup_last_success_timestamp_seconds'
  const text = `# TYPE ${name} gauge\n${name} ${Math.floor(now.getTime() / 1_000)}\n`
  await writeFileAtomic(join(folder, 'backup.prom'), text, { mode: 0o644 })
}
