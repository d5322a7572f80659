import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identityOf } from './process-identity.ts'
import { DatabaseStartError } from './start-error.ts'

type Owner = { pid: number; identity: string }

const isOwner = (value: unknown): value is Owner =>
  typeof value === 'object' &&
  value !== null &&
  'pid' in value &&
  typeof value.pid === 'number' &&
  'identity' in value &&
  typeof value.identity === 'string'

/** Returns undefined for a file that is missing or not valid: no running process wrote it. */
const readOwner = (file: string): Owner | undefined => {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isOwner(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

const isAlive = (owner: Owner | undefined): boolean => owner !== undefined && identityOf(owner.pid) === owner.identity

const createLock = (file: string, owner: Owner): boolean => {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, JSON.stringify(owner), { mode: 0o644 })
    // A link appears with its complete content or not at all, and never replaces a file.
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removes the lock of a dead owner; restores a lock whose owner turns out to be alive. */
const removeStaleLock = (file: string): void => {
  const movedFile = `${file}.stale.${process.pid}`
  try {
    renameSync(file, movedFile)
    if (isAlive(readOwner(movedFile))) linkSync(movedFile, file)
  } catch {
    // Another process removed it first.
  }
  rmSync(movedFile, { force: true })
}

/** Whether a running process has locked the database. */
export const isLocked = (home: string): boolean => isAlive(readOwner(join(home, 'owner.lock')))

/**
 * Locks a database for this process and returns the function that releases it.
 *
 * Throws `DatabaseStartError` while another process owns it; the lock of a killed process is taken over.
 */
export const acquireOwnerLock = (home: string, pid = process.pid): (() => void) => {
  const file = join(home, 'owner.lock')
  const self: Owner = { pid, identity: identityOf(pid) ?? '' }
  for (let tries = 0; tries < 10; tries++) {
    if (createLock(file, self)) return () => rmSync(file, { force: true })
    const owner = readOwner(file)
    if (owner && isAlive(owner)) {
      throw new DatabaseStartError(
        `Purple Sector already runs on the data in ${home} (process ${owner.pid}). Stop it first, or choose another DATA_DIR.`,
      )
    }
    removeStaleLock(file)
  }
  throw new DatabaseStartError(`The lock file ${file} cannot be taken.`)
}
