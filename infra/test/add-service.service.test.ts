import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

/*
 * Adds a service by the steps of CONTRIBUTING.md, literally, to a copy of the repository, lets the checks of the
 * repository judge it, and removes it again.
 */

const NAME = 'visits'
/** What the checks read; the web app is left out. */
const COPIED = [
  'services',
  'packages',
  'gateway',
  'infra',
  'deploy',
  'docs',
  'docker-compose.yml',
  '.env.example',
  'package.json',
  'tsconfig.base.json',
  'vitest.config.ts',
  '.dependency-cruiser.mjs',
]
const LEFT_OUT = new Set(['node_modules', 'dist', 'var'])

const root = fileURLToPath(new URL('../..', import.meta.url))

type Block = { language: string; file: string; text: string }

/** The blocks of "Add a service" that name a file, for this service. */
const blocks = (): Block[] => {
  const guide = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const section = /^## Add a service\n(.*?)^## /ms.exec(guide)?.[1] ?? ''
  const text = section
    .replaceAll('<name>', NAME)
    .replaceAll('<Name>', `${NAME.charAt(0).toUpperCase()}${NAME.slice(1)}`)
    .replaceAll('<NAME>', NAME.toUpperCase())
  return [...text.matchAll(/^```(\w+) (\S+)\n(.*?)^```$/gms)].map(([, language = '', file = '', text = '']) => ({
    ...{ language, file, text },
  }))
}

const matches = (line: string, pattern: string): boolean =>
  pattern.endsWith('…') ? line.startsWith(pattern.slice(0, -1)) : line === pattern

/**
 * Applies a diff: ` ` is a line of the file, `+` a line added after the one before it (or before the first line named),
 * `-` a part of a line, replaced by the `+` that follows.
 */
const patched = (text: string, diff: string): string => {
  const lines = text.split('\n')
  const indexOf = (pattern: string): number => {
    const found = lines.flatMap((line, index) => (matches(line, pattern) ? [index] : []))
    expect(found, `lines "${pattern}"`).toHaveLength(1)
    return found[0] ?? -1
  }
  const steps = diff.split('\n').filter((line) => line !== '')
  const firstNamed = steps.findIndex((line) => line.startsWith(' '))
  let at = firstNamed > 0 && steps[0]?.startsWith('+') ? indexOf((steps[firstNamed] ?? '').slice(1)) : -1
  let replaced: string | undefined
  for (const step of steps) {
    const [kind, content] = [step.charAt(0), step.slice(1)]
    if (kind === ' ') at = indexOf(content) + 1
    else if (kind === '-') replaced = content
    else if (replaced !== undefined) {
      const part = replaced
      const found = lines.flatMap((line, index) => (line.includes(part) ? [index] : []))
      expect(found, `lines with "${part}"`).toHaveLength(1)
      lines[found[0] ?? 0] = (lines[found[0] ?? 0] ?? '').replace(part, content)
      replaced = undefined
    } else lines.splice(at++, 0, content)
  }
  return lines.join('\n')
}

let copy: string

/** Makes the modules of the repository those of the copy, but its own packages, which are the copied ones. */
const linkModules = (): void => {
  const modules = join(root, 'node_modules')
  mkdirSync(join(copy, 'node_modules/@purple-sector'), { recursive: true })
  for (const entry of readdirSync(modules))
    if (entry !== '@purple-sector') symlinkSync(join(modules, entry), join(copy, 'node_modules', entry))
  const ofEngagement = 'services/engagement/node_modules'
  if (existsSync(join(root, ofEngagement))) symlinkSync(join(root, ofEngagement), join(copy, ofEngagement))
  linkPackages()
}

/** Links the packages of the copy as `npm install` does. */
const linkPackages = (): void => {
  const folders = ['services', 'packages', 'infra'].flatMap((parent) =>
    readdirSync(join(copy, parent)).map((folder) => join(copy, parent, folder)),
  )
  for (const folder of [...folders, join(copy, 'gateway')]) {
    const description = join(folder, 'package.json')
    if (!existsSync(description)) continue
    const { name } = JSON.parse(readFileSync(description, 'utf8'))
    const link = join(copy, 'node_modules', name)
    if (!existsSync(link)) symlinkSync(folder, link)
  }
}

const run = async (program: string, ...parameters: string[]): Promise<string> => {
  // The tests of the copy are no tests of this run.
  const env = { ...process.env, VITEST: undefined, TOTALS_FILE: undefined }
  try {
    const path = join(root, 'node_modules/.bin', program)
    const { stdout } = await promisify(execFile)(process.execPath, [path, ...parameters], {
      cwd: copy,
      env,
      maxBuffer: 2 ** 26,
    })
    return stdout
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && 'stderr' in error)
      throw new Error(`${program} failed\n${error.stdout}\n${error.stderr}`)
    throw error
  }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !LEFT_OUT.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesIn(path) : [path]
    })

/** The hashes of all files of the copy, by path. */
const hashes = (): Record<string, string> =>
  Object.fromEntries(
    filesIn(copy).map((file) => [relative(copy, file), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  )

/** The files that the steps change, as they were; undefined for those that they add. */
const before = new Map<string, string | undefined>()
let hashesBefore: Record<string, string>

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'add-service-'))
  for (const entry of COPIED)
    cpSync(join(root, entry), join(copy, entry), {
      recursive: true,
      filter: (source) => !LEFT_OUT.has(basename(source)),
    })
  hashesBefore = hashes()
  linkModules()
  for (const { language, file, text } of blocks()) {
    const path = join(copy, file)
    const present = existsSync(path) ? readFileSync(path, 'utf8') : undefined
    if (!before.has(file)) before.set(file, present)
    mkdirSync(dirname(path), { recursive: true })
    expect(present === undefined, file).toBe(language !== 'diff')
    writeFileSync(path, language === 'diff' ? patched(present ?? '', text) : text)
  }
  linkPackages()
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('the steps add a service', () => {
  const added = [...before].filter(([, text]) => text === undefined).map(([file]) => file)
  expect(added.filter((file) => file.startsWith(`services/${NAME}/`)).length).toBeGreaterThan(10)
  expect(before.size - added.length).toBe(14)
})

test('its types, with those of the contracts and of the list of services, are right', async () => {
  writeFileSync(
    join(copy, 'tsconfig.json'),
    JSON.stringify({
      extends: './tsconfig.base.json',
      include: [`services/${NAME}/**/*.ts`, 'infra/product/src/services.ts', 'packages/contracts/src/*.ts'],
    }),
  )
  await run('tsc', '-p', 'tsconfig.json')
  rmSync(join(copy, 'tsconfig.json'))
})

test('its imports keep to the rules', async () => {
  const report = await run(
    'depcruise',
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'err',
    `services/${NAME}`,
  )
  expect(report).toContain('no dependency violations found')
})

test('the checks of calls, deployment and shape, and its own test, accept it', async () => {
  const files = [
    'infra/product/src/installed-services.service.test.ts',
    'infra/native/src/infrastructure/compose.test.ts',
    'infra/operations/src/chart/chart-files.test.ts',
    'infra/operations/src/observability/files.test.ts',
    'infra/test/service-shape.test.ts',
    'packages/contracts/src/routes.test.ts',
    `services/${NAME}/src`,
  ]
  const report = await run('vitest', 'run', '--project', 'node', '--reporter', 'verbose', ...files)
  expect(report).toContain(`the installed service ${NAME}`)
  expect(report).toContain('counts every visit of a fan')
})

test('the steps taken back leave the repository as it was', () => {
  for (const [file, text] of before)
    if (text === undefined) rmSync(join(copy, file))
    else writeFileSync(join(copy, file), text)
  rmSync(join(copy, 'services', NAME), { recursive: true })
  expect(Object.keys(hashesBefore).length).toBeGreaterThan(1_000)
  expect(hashes()).toEqual(hashesBefore)
})
