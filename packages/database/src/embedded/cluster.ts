import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { syncFolder, writeFileAtomic } from '@purple-sector/machine/files'
import { runAs } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { DataLocation } from './data-location.ts'
import { DatabaseStartError } from './start-error.ts'

const run = promisify(execFile)

const REQUIRED_BYTES = 200 * 1024 * 1024

/**
 * SCRAM iterations slow down guessing of passwords that people choose. The passwords here are 24 random bytes, which
 * cannot be guessed, and each of the some fifty connections of a start would repeat the iterations.
 */
export const SCRAM_SETTINGS = { scram_iterations: 1 }

/**
 * Reads the superuser's password, which is created with the cluster and stored beside it. Throws when it is missing.
 */
export const passwordOf = ({ home }: DataLocation): string => {
  const file = join(home, 'password')
  const password = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (password === '') {
    throw new DatabaseStartError(
      `The password of the database is missing: ${file}. Restore it from a copy of the data.`,
    )
  }
  return password
}

const requireDiskSpace = (home: string): void => {
  const { bavail, bsize } = statfsSync(home)
  if (bavail * bsize < REQUIRED_BYTES) {
    throw new DatabaseStartError(
      `The disk that holds ${home} is full: a new database needs 200 MB. Free some space and start again.`,
    )
  }
}

/**
 * Creates the cluster unless it exists; an unfinished one is created again. The signal cancels it. Returns whether it
 * was created.
 */
export const ensureCluster = async (
  location: DataLocation,
  binaries: Binaries,
  { quick = false, signal }: { quick?: boolean; signal?: AbortSignal } = {},
): Promise<boolean> => {
  const { home, cluster, account } = location
  if (existsSync(join(cluster, 'PG_VERSION'))) return false
  requireDiskSpace(home)
  const draft = `${cluster}.new`
  rmSync(draft, { recursive: true, force: true })
  const password = join(home, 'password')
  await writeFileAtomic(password, randomBytes(24).toString('base64url'), { owner: account })
  signal?.throwIfAborted()
  const initializing = run(
    binaries.initdb,
    // Collation by code point: the same order on every platform and release, so indexes stay valid.
    [
      '-D',
      draft,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      `--pwfile=${password}`,
      ...Object.entries(SCRAM_SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(quick ? ['--no-sync'] : []),
    ],
    { cwd: home, ...runAs(account), env: { ...process.env, TZ: 'UTC', LC_ALL: 'C' } },
  )
  // initdb removes its files, and the start waits for that: the next start must not run at the same time.
  const cancel = () => void initializing.child.kill('SIGTERM')
  signal?.addEventListener('abort', cancel)
  await initializing.finally(() => signal?.removeEventListener('abort', cancel))
  renameSync(draft, cluster)
  if (!quick) await syncFolder(home)
  return true
}
