import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { ProductCode } from '../src/processes.ts'
import { repositoryRoot } from '../src/repository-root.ts'

const run = promisify(execFile)

/** The version that the next one replaces; `make release` writes it. Without a version nothing was released yet. */
const record = z.object({ version: z.string().nullable(), commit: z.string().regex(/^[0-9a-f]{40}$/) })
const productProcess = z.object({
  name: z.string(),
  entry: z.string(),
  service: z.string().optional(),
  isDeferrable: z.boolean(),
  required: z.array(z.string()),
  optional: z.array(z.string()),
})
const processList = z.object({ migrateStep: productProcess, processes: z.array(productProcess) })
const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), dev: z.boolean().default(false), link: z.boolean().default(false) }),
  ),
})

/** What runs: no web app, no documents. */
const CHECKED_OUT = [
  'packages',
  'services',
  'gateway',
  'infra',
  'web/package.json',
  'package.json',
  'package-lock.json',
]

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

const unpack = async (commit: string, folder: string): Promise<void> => {
  const archive = join(folder, '.tar')
  const options = [`--output=${archive}`, '--format=tar', commit]
  await run('git', ['archive', ...options, '--', ...CHECKED_OUT], { cwd: repositoryRoot }).catch((cause: unknown) => {
    throw new Error(
      `The code of the previous release, commit ${commit}, is not in this clone: fetch the whole history (git fetch --unshallow).`,
      { cause },
    )
  })
  await run('tar', ['--extract', `--file=${archive}`, '-C', folder])
  rmSync(archive)
}

/** Whether every package that the previous release needs at run time is installed here, in the same version. */
const hasSamePackages = (folder: string): boolean => {
  const [previous, current] = [folder, repositoryRoot].map(
    (root) => lockfile.parse(readJson(join(root, 'package-lock.json'))).packages,
  )
  return Object.entries(previous ?? {}).every(
    ([path, { dev, link, version }]) =>
      dev || link || !path.includes('node_modules/') || current?.[path]?.version === version,
  )
}

/**
 * Uses the packages that are installed here: Node finds them in the folders above. Only the workspaces must be those of
 * the previous release, and packages that a workspace has in another version than the others.
 */
const linkPackages = (folder: string): void => {
  const scope = join('node_modules', '@purple-sector')
  mkdirSync(join(folder, scope), { recursive: true })
  for (const name of readdirSync(join(repositoryRoot, scope))) {
    const target = readlinkSync(join(repositoryRoot, scope, name))
    if (existsSync(join(folder, scope, target))) symlinkSync(target, join(folder, scope, name))
  }
  for (const path of readdirSync(join(folder, 'services'))) {
    const own = join('services', path, 'node_modules')
    if (existsSync(join(repositoryRoot, own))) symlinkSync(join(repositoryRoot, own), join(folder, own))
  }
}

const PRINT_PROCESSES = `
const { migrateStep, productProcesses } = await import('./infra/product/src/processes.ts')
console.log(JSON.stringify({ migrateStep, processes: productProcesses }))`

/**
 * Checks out the previous release under `var/previous-release` and returns its code.
 * It shares the packages that are installed here; if it needs others, they are installed for it, which takes a minute.
 * Throws when the clone lacks its commit.
 */
export const checkOutPreviousRelease = async (): Promise<ProductCode> => {
  const { commit } = record.parse(readJson(join(repositoryRoot, 'infra/release/previous-release.json')))
  const root = join(repositoryRoot, 'var', 'previous-release', commit)
  if (!existsSync(root)) {
    const draft = `${root}.draft`
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { recursive: true })
    await unpack(commit, draft)
    if (hasSamePackages(draft)) linkPackages(draft)
    else await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit'], { cwd: draft })
    renameSync(draft, root)
  }
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', PRINT_PROCESSES], { cwd: root })
  return { root, ...processList.parse(JSON.parse(stdout)) }
}
