import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Events logged only at level debug, on which operators do not rely. */
const DEBUG = new Set([
  'bootstrap.owner_not_ready',
  'bus.sweep_failed',
  'event.batch_failed',
  'event.batch_handled',
  'event.handled',
  'postgres.output',
  'relay.maintenance_failed',
  'request.completed',
  'socket.failed',
  'wake.disconnected',
])

const EVENT = /event: '([a-z_]+\.[a-z_]+)'/g
const NAME = /^[a-z_]+\.[a-z_]+$/

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Found without git, which `make test` does not need. */
const sources = globSync(
  [
    '{packages,services}/*/{src,migrations}/**/*.ts',
    'gateway/src/**/*.ts',
    'infra/embedded/src/**/*.ts',
    'infra/native/src/operations/migrate.ts',
  ],
  { cwd: root },
)
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: read(file) }))

/** Returns calls of `log.info`, `.warn`, `.error` and `.fatal` without a field `event`: `path:line`. */
const withoutEvent = (file: string, text: string): string[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      /^(info|warn|error|fatal)$/.test(node.expression.name.text) &&
      /(^|\.)log$/.test(node.expression.expression.getText())
    ) {
      const [fields] = node.arguments
      const names =
        fields && ts.isObjectLiteralExpression(fields) ? fields.properties.map((each) => each.name?.getText()) : []
      if (!names.includes('event'))
        found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const documented = new Set(
  read('docs/logging.md')
    .split('\n')
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
    .filter((name) => NAME.test(name)),
)

test('docs/logging.md lists every event that the product logs above debug', () => {
  const logged = new Set(sources.flatMap(({ text }) => [...text.matchAll(EVENT)].map(([, name = '']) => name)))
  expect([...logged].filter((name) => !documented.has(name) && !DEBUG.has(name))).toEqual([])
})

test('docs/logging.md lists no event that the product does not log', () => {
  expect([...documented].filter((name) => !sources.some(({ text }) => text.includes(`'${name}'`)))).toEqual([])
  expect(documented.size).toBeGreaterThan(80)
})

test('every log line above debug has an event', () => {
  expect(sources.flatMap(({ file, text }) => withoutEvent(file, text))).toEqual([])
})

test('a log line without an event is reported', () => {
  expect(withoutEvent('a.ts', "log.warn({ err }, 'failed')\nlog.info({ event: 'a.b' }, 'done')\n")).toEqual(['a.ts:1'])
})
