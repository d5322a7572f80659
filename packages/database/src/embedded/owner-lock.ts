import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseStartError } from './problem.ts'
import { identityOf } from './process-identity.ts'

type Owner = { pid: number; identity: string }

const isOwner = (value: unknown): value is Owner =>
  typeof value === 'object' &&
  value !== null &&
  'pid' in value &&
  typeof value.pid === 'number' &&
  'identity' in value &&
  typeof value.identity === 'string'

/** Undefined for a file that is not there or not ours: nobody alive wrote it. */
const read = (file: string): Owner | undefined => {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isOwner(found) ? found : undefined
  } catch {
    return undefined
  }
}

const isAlive = (owner: Owner | undefined): boolean => owner !== undefined && identityOf(owner.pid) === owner.identity

const created = (file: string, owner: Owner): boolean => {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, JSON.stringify(owner), { mode: 0o644 })
    // A link appears with its whole content or not at all, and never replaces another.
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Takes a dead owner's lock away; one that came alive meanwhile is put back. */
const clear = (file: string): void => {
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
    if (isAlive(read(aside))) linkSync(aside, file)
  } catch {
    // Somebody else cleared it first.
  }
  rmSync(aside, { force: true })
}

/** Whether somebody who is alive has claimed the database. */
export const isClaimed = (home: string): boolean => isAlive(read(join(home, 'owner.lock')))

/**
 * Claims a database for this process. A second product on the same data is refused while the first one
 * runs; what a killed one left is taken over. Answers how to give it back.
 */
export const claim = (home: string, pid = process.pid): (() => void) => {
  const file = join(home, 'owner.lock')
  const me: Owner = { pid, identity: identityOf(pid) ?? '' }
  for (let tries = 0; tries < 10; tries++) {
    if (created(file, me)) return () => rmSync(file, { force: true })
    const owner = read(file)
    if (owner && isAlive(owner)) {
      throw new DatabaseStartError(
        `Purple Sector already runs on the data in ${home} (process ${owner.pid}). Stop it first, or choose another DATA_DIR.`,
      )
    }
    clear(file)
  }
  throw new DatabaseStartError(`The lock file ${file} cannot be taken.`)
}
