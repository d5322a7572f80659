import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { syncFolder, writeFileAtomic } from '@purple-sector/machine/files'
import { runAs } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { Place } from './place.ts'
import { DatabaseStartError } from './problem.ts'

const run = promisify(execFile)

const neededBytes = 200 * 1024 * 1024

/**
 * Iterations slow down whoever guesses what people thought of. The passwords here are 24 random bytes, which nobody
 * guesses, and a start makes some fifty connections, of which each would repeat them.
 */
export const PASSWORDS_ARE_RANDOM = { scram_iterations: 1 }

/** The superuser's password, made with the cluster and kept beside it. */
export const passwordOf = ({ home }: Place): string => {
  const file = join(home, 'password')
  const password = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (password === '') {
    throw new DatabaseStartError(
      `The password of the database is missing: ${file}. Restore it from a copy of the data.`,
    )
  }
  return password
}

const refuseFullDisk = (home: string): void => {
  const { bavail, bsize } = statfsSync(home)
  if (bavail * bsize < neededBytes) {
    throw new DatabaseStartError(
      `The disk that holds ${home} is full: a new database needs 200 MB. Free some space and start again.`,
    )
  }
}

/** Makes the cluster where there is none; one that was not finished is made again. A signal ends the making of it. */
export const ensureCluster = async (
  place: Place,
  binaries: Binaries,
  { quick = false, signal }: { quick?: boolean; signal?: AbortSignal } = {},
): Promise<boolean> => {
  const { home, cluster, account } = place
  if (existsSync(join(cluster, 'PG_VERSION'))) return false
  refuseFullDisk(home)
  const draft = `${cluster}.new`
  rmSync(draft, { recursive: true, force: true })
  const password = join(home, 'password')
  await writeFileAtomic(password, randomBytes(24).toString('base64url'), { owner: account })
  signal?.throwIfAborted()
  const making = run(
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
      ...Object.entries(PASSWORDS_ARE_RANDOM).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(quick ? ['--no-sync'] : []),
    ],
    { cwd: home, ...runAs(account), env: { ...process.env, TZ: 'UTC', LC_ALL: 'C' } },
  )
  // It clears up and is waited for: the next start must not meet it.
  const end = () => void making.child.kill('SIGTERM')
  signal?.addEventListener('abort', end)
  await making.finally(() => signal?.removeEventListener('abort', end))
  renameSync(draft, cluster)
  if (!quick) await syncFolder(home)
  return true
}
