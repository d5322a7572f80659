import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/*
 * Holds the shape of a service (docs/service-shape.md) where dependency-cruiser cannot: which files exist, what is
 * called in which file, and where SQL is.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const services = globSync('services/*/package.json', { cwd: root }).map((file) => basename(dirname(file)))
const sources = globSync('services/*/src/**/*.ts', { cwd: root }).sort()
const code = sources.filter((file) => !file.endsWith('.test.ts'))

/** The files whose code matches the pattern, and whose path does not match `allowed`. */
const filesWith = (pattern: RegExp, allowed: RegExp): string[] =>
  code.filter((file) => !allowed.test(file) && pattern.test(read(file)))

const MAX_FILES_IN_FOLDER = 30

/** Files that may stand at the top of a service; tests and workers besides. */
const TOP_FILES =
  /\/src\/(service|main|config|app|dependencies|subscriptions|republishers|internal-routes|commit|published|\w+-client|\w+-worker)\.ts$/

/** Files at the top that only one service has, each shared by several of its features. */
const OWN_TOP_FILES = new Set([
  'services/groups/src/internal-read-model.ts',
  'services/groups/src/pending-membership-end-repository.ts',
  'services/groups/src/pending-membership-ends.ts',
  'services/identity/src/tables.ts',
  'services/weekends/src/apply-lock.ts',
  'services/weekends/src/apply-result.ts',
  'services/weekends/src/internal-read-model.ts',
])

const SQL_FILE = /-(sql|repository|read-model|projection)\.ts$/

test.each(services)('%s has the files of every service', (service) => {
  for (const file of ['service', 'main', 'config', 'app', 'subscriptions'])
    expect(code).toContain(`services/${service}/src/${file}.ts`)
})

test('other files at the top of a service are those listed here', () => {
  const others = code.filter((file) => dirname(file).endsWith('/src') && !TOP_FILES.test(file))
  expect(others).toEqual([...OWN_TOP_FILES].sort())
})

/** What a file at the top exports, by the name of its service. */
const EXPORTS: Record<string, (name: string) => string> = {
  config: () => 'export const readConfig',
  dependencies: (name) => `export type ${name}Dependencies`,
  subscriptions: () => 'export const subscriptions',
  republishers: () => 'export const republishers',
  'internal-routes': () => 'export const internalRoutes',
}

test.each(services)('%s exports its parts under the names of every service', (service) => {
  const name = `${service.charAt(0).toUpperCase()}${service.slice(1)}`
  const app = read(`services/${service}/src/app.ts`)
  expect(app).toContain(`export const build${name} = async (platform: Platform`)
  expect(app).toContain(`createApp({ service: '${service}', ...platform, isReady`)
  for (const [part, exported] of Object.entries(EXPORTS)) {
    const file = `services/${service}/src/${part}.ts`
    if (code.includes(file)) expect(read(file), file).toContain(exported(name))
  }
})

test.each([
  ['registers public routes', /\bregisterRoute\(/, /-routes\.ts$/],
  ['registers internal routes', /\bregisterInternalRoute\(/, /\/src\/internal-routes\.ts$/],
  ['registers the account export', /\bregisterExportRoute\(/, /\/src\/export\/export-routes\.ts$/],
  ['republishes states', /\brepublishes\(/, /\/src\/republishers\.ts$/],
  ['reads the environment', /\breadEnvironment\(|\bprocess\.env\b/, /\/src\/config\.ts$/],
])('no other file %s', (_, pattern, allowed) => {
  expect(filesWith(pattern, /^$/)).not.toEqual([])
  expect(filesWith(pattern, allowed)).toEqual([])
})

test('plugins of routes take one object of dependencies', () => {
  const plugins = code
    .filter((file) => file.endsWith('-routes.ts'))
    .flatMap((file) => [
      ...read(file).matchAll(/^export const (\w+Routes) =\s*\(([\s\S]*?)\) *=>\s*async \(app: App\)/gm),
    ])
  expect(plugins.length).toBeGreaterThan(50)
  const others = plugins.filter(
    ([, , parameters = '']) => !/^(\w+|\{[^}]*\}): [^,]*(<[^>]*>|\{[^}]*\})?[^,]*$/.test(parameters),
  )
  expect(others.map(([, name]) => name)).toEqual([])
})

test.each([
  ['runs SQL as text', /\.raw\s*[<(]|\bprepared\s*[<(]|\b(where|having|orderBy|groupBy|join)Raw\s*\(/],
  ['has a statement as text', /[`'"]\s*(select|insert into|update \w+ set|delete from|with \w+ as)\s/],
])('no file besides files of SQL %s', (_, pattern) => {
  expect(filesWith(pattern, /^$/)).not.toEqual([])
  expect(filesWith(pattern, SQL_FILE)).toEqual([])
})

test('no folder has more than thirty files', () => {
  const full = Map.groupBy(sources, dirname).entries()
  expect([...full].filter(([, files]) => files.length > MAX_FILES_IN_FOLDER).map(([folder]) => folder)).toEqual([])
})
