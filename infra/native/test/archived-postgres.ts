import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Database, openDatabase } from '@purple-sector/database'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@purple-sector/database/embedded'
import { silentLogger } from '@purple-sector/service-kit/logger'

const run = promisify(execFile)

/** Folders of an archived database below one folder, which the user of Postgres can enter. */
const foldersIn = (folder: string) => ({
  primary: join(folder, 'primary'),
  archive: join(folder, 'archive'),
  backup: join(folder, 'backup'),
  restored: join(folder, 'restored'),
})

/** Writes a file of the data directory, with its owner. */
const writeData = async (directory: string, name: string, text: string): Promise<void> => {
  const { uid, gid } = await stat(directory)
  await writeFile(join(directory, name), text)
  await chown(join(directory, name), uid, gid)
}

const openAdmin = (url: string): Database => openDatabase({ url, schema: 'public', maxConnections: 1 })

/** Starts a Postgres that archives its WAL: each full segment is copied once, and never replaced. */
export const startArchivedPostgres = async (folder: string): Promise<EmbeddedPostgres> => {
  const { primary, archive } = foldersIn(folder)
  await mkdir(archive)
  await chmod(archive, 0o777)
  return startEmbeddedPostgres({
    dataDir: primary,
    log: silentLogger(),
    maxConnections: 300,
    settings: {
      archive_mode: 'on',
      archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`,
    },
  })
}

/**
 * Makes a base backup of the running server: the copy of its files between start and stop of a backup, as
 * `pg_basebackup` makes it, which is not among the programs of the embedded Postgres.
 */
export const baseBackup = async (folder: string, url: string): Promise<void> => {
  const { primary, backup } = foldersIn(folder)
  const admin = openAdmin(url)
  try {
    await admin.raw("select pg_backup_start('drill', fast => true)")
    // Like pg_basebackup, without the WAL, which is in the archive, and without what belongs to the running process.
    await mkdir(backup)
    const files = ['data', 'password'].map((name) => join(primary, 'postgres', name))
    await run('cp', ['--archive', ...files, backup])
    const data = join(backup, 'data')
    await run('sh', ['-c', 'rm -rf "$1"/pg_wal/* "$1"/postmaster.pid "$1"/postmaster.opts', 'sh', data])
    const { rows }: { rows: { labelfile: string }[] } = await admin.raw('select labelfile from pg_backup_stop()')
    await writeData(data, 'backup_label', rows[0]?.labelfile ?? '')
  } finally {
    await admin.destroy()
  }
}

/** Ends the present WAL segment and waits until it is in the archive. Returns the number of archived segments. */
export const archiveWal = async (folder: string, url: string): Promise<number> => {
  const admin = openAdmin(url)
  try {
    const { rows }: { rows: { name: string }[] } = await admin.raw('select pg_walfile_name(pg_switch_wal()) as name')
    const { archive } = foldersIn(folder)
    for (;;) {
      const names = await readdir(archive)
      if (names.includes(rows[0]?.name ?? '')) return names.filter((name) => /^[0-9A-F]{24}$/.test(name)).length
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  } finally {
    await admin.destroy()
  }
}

/** Starts a server on the base backup and replays the archived WAL up to a moment; it then takes writes. */
export const restoreTo = async (folder: string, moment: string): Promise<EmbeddedPostgres> => {
  const { archive, backup, restored } = foldersIn(folder)
  await mkdir(restored)
  await run('cp', ['--archive', '--no-target-directory', backup, join(restored, 'postgres')])
  await writeData(join(restored, 'postgres', 'data'), 'recovery.signal', '')
  const postgres = await startEmbeddedPostgres({
    dataDir: restored,
    log: silentLogger(),
    maxConnections: 300,
    settings: {
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: moment,
      recovery_target_action: 'promote',
    },
  })
  const admin = openAdmin(postgres.url)
  try {
    while ((await admin.raw('select pg_is_in_recovery() as replays')).rows[0]?.replays)
      await new Promise((resolve) => setTimeout(resolve, 20))
    return postgres
  } finally {
    await admin.destroy()
  }
}
