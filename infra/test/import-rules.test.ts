import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const program = join(root, 'node_modules/.bin/depcruise')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-rules-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

type Violation = { rule: { name: string }; to: string }

/** Returns the violations of a project with these files, each of which imports the listed paths. */
const violationsOf = async (files: Record<string, string[]>): Promise<Violation[]> => {
  for (const [file, imported] of Object.entries(files)) {
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    const lines = imported.map((name, index) => `import type { Thing as T${index} } from '${name}'`)
    const used = ['string', ...imported.map((_, index) => `T${index}`)].join(' | ')
    writeFileSync(path, `${[...lines, `export type Thing = ${used}`].join('\n')}\n`)
  }
  const config = join(root, '.dependency-cruiser.mjs')
  const options = [
    '--config',
    config,
    '--output-type',
    'json',
    ...new Set(Object.keys(files).map((file) => file.split('/')[0] ?? file)),
  ]
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...options], { cwd: folder })
  const { summary } = JSON.parse(stdout)
  expect(summary.totalCruised).toBe(Object.keys(files).length)
  return summary.violations
}

/** Returns the names of the rules that a project with these files breaks. */
const brokenRules = async (files: Record<string, string[]>): Promise<string[]> => [
  ...new Set((await violationsOf(files)).map(({ rule }) => rule.name).sort()),
]

test('a project with allowed imports breaks no rule', async () => {
  expect(
    await brokenRules({
      'web/src/app/app.tsx': ['../features/dashboard/routes/page.tsx', './shell/shell.tsx'],
      'web/src/app/shell/shell.tsx': [],
      'web/src/features/dashboard/routes/page.tsx': ['../components/panel.tsx', '../../tips/tips.tsx'],
      'web/src/features/dashboard/components/panel.tsx': ['../api/query.ts'],
      'web/src/features/dashboard/api/query.ts': ['../../weekend-data/components/weekend.tsx'],
      'web/src/features/tips/tips.tsx': ['../weekend-data/components/weekend.tsx', '../../ui/button.tsx'],
      'web/src/features/weekend-data/components/weekend.tsx': ['../../../client/api/api.ts'],
      'web/src/ui/button.tsx': [],
      'web/src/client/api/api.ts': ['../../ui/button.tsx'],
    }),
  ).toEqual([])
})

test('circular imports of files are reported, also of types only', async () => {
  expect(
    await brokenRules({
      'services/tipping/src/tip.ts': ['./board.ts'],
      'services/tipping/src/board.ts': ['./lock.ts'],
      'services/tipping/src/lock.ts': ['./tip.ts'],
    }),
  ).toEqual(['no-circle-of-files'])
})

test('circular imports of features are reported, even when no two files import each other', async () => {
  expect(
    await brokenRules({
      'web/src/features/groups/invite/invite.tsx': ['../../chat/chat.ts'],
      'web/src/features/chat/chat.ts': [],
      'web/src/features/chat/chat.tsx': ['../groups/group.ts'],
      'web/src/features/groups/group.ts': [],
    }),
  ).toEqual(['no-circle-of-folders'])
})

test.each([
  ['folders of the client', 'web/src/client/api', 'web/src/client/spoiler'],
  ['folders of the app', 'web/src/app/routing', 'web/src/app/shell'],
  ['folders of a feature', 'web/src/features/groups/board', 'web/src/features/groups/form'],
  ['parts of race control', 'web/src/features/admin/audit', 'web/src/features/admin/results'],
])('%s that import each other are reported', async (_, one, other) => {
  expect(
    await brokenRules({
      [`${one}/first.ts`]: [`./${relative(one, `${other}/first.ts`)}`],
      [`${other}/first.ts`]: [],
      [`${other}/second.ts`]: [`./${relative(other, `${one}/second.ts`)}`],
      [`${one}/second.ts`]: [],
    }),
  ).toEqual(['no-circle-of-folders'])
})

test('imports of a feature by shared code, of the client by the look, and of the app by a feature are reported', async () => {
  expect(
    await brokenRules({
      'web/src/ui/button.tsx': ['../features/tips/tip.ts', '../client/api.ts'],
      'web/src/client/api.ts': [],
      'web/src/features/tips/tip.ts': ['../../app/router.tsx'],
      'web/src/app/router.tsx': [],
    }),
  ).toEqual(['features-know-no-app', 'look-knows-no-client', 'shared-knows-no-feature'])
})

test.each([
  ['a feature by the low layer', 'session/user.ts', 'groups/group.ts', 'low-layer-below-features'],
  ['a screen by a feature', 'groups/group.ts', 'dashboard/page.ts', 'screens-above-features'],
  ['a screen by another screen', 'my-tips/page.ts', 'dashboard/page.ts', 'screens-above-features'],
  ['race control by a feature', 'groups/group.ts', 'admin/audit/audit.ts', 'race-control-apart'],
  ['a route by a component', 'groups/components/card.tsx', 'groups/routes/page.tsx', 'parts-of-a-feature'],
  [
    'a component by an api folder',
    'admin/audit/api/query.ts',
    'admin/audit/components/row.tsx',
    'api-knows-no-components',
  ],
])('an import of %s is reported', async (_, from, to, rule) => {
  const files = { [`web/src/features/${from}`]: [`./${relative(dirname(from), to)}`], [`web/src/features/${to}`]: [] }
  expect(await brokenRules(files)).toEqual([rule])
})

test('imports between services are reported', async () => {
  expect(
    await brokenRules({
      'services/chat/src/rooms/room.ts': ['../../../groups/src/groups/group.ts', './names.ts'],
      'services/chat/src/rooms/names.ts': [],
      'services/groups/src/groups/group.ts': [],
    }),
  ).toEqual(['services-apart'])
})

test('imports of the files at the top of a service by its features are reported, each of them', async () => {
  const top = ['app', 'service', 'main', 'subscriptions', 'republishers', 'internal-routes']
  const files = Object.fromEntries(top.map((file) => [`services/chat/src/${file}.ts`, ['./rooms/room.ts']]))
  const features = top.map((file) => [`services/chat/src/messages/${file}-user.ts`, [`../${file}.ts`]])
  const room = { 'services/chat/src/rooms/room.ts': [] }
  expect(await brokenRules({ ...files, ...room })).toEqual([])
  const broken = await violationsOf({ ...files, ...room, ...Object.fromEntries(features) })
  expect(broken.map(({ rule, to }) => `${rule.name} ${to}`).sort()).toEqual(
    top.map((file) => `service-features-know-no-app services/chat/src/${file}.ts`).sort(),
  )
})

test('an import of routes by a rule or a use case is reported, and one by app.ts is not', async () => {
  expect(
    await brokenRules({
      'services/chat/src/app.ts': ['./rooms/room-routes.ts'],
      'services/chat/src/rooms/room-routes.ts': ['./room.ts'],
      'services/chat/src/rooms/room.ts': [],
    }),
  ).toEqual([])
  expect(
    await brokenRules({
      'services/chat/src/app.ts': ['./rooms/room-routes.ts'],
      'services/chat/src/rooms/room-routes.ts': [],
      'services/chat/src/rooms/room.ts': ['./room-routes.ts'],
    }),
  ).toEqual(['rules-know-no-routes'])
})

test('an import of Fastify by a file of SQL is reported', async () => {
  expect(
    await brokenRules({
      'services/chat/src/rooms/room-repository.ts': ['../../../../vendor/fastify/index.ts'],
      'vendor/fastify/index.ts': [],
    }),
  ).toEqual(['sql-knows-no-http'])
})

test('imports of the Kafka client outside the bus adapter are reported', async () => {
  const client = '../../../vendor/kafkajs/index.ts'
  const files = { 'packages/messaging/src/kafka/client.ts': [`../${client}`], 'vendor/kafkajs/index.ts': [] }
  expect(await brokenRules(files)).toEqual([])
  expect(await brokenRules({ ...files, 'services/tipping/src/relay.ts': [client] })).toEqual([
    'kafkajs-behind-messaging',
  ])
})
