import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
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

const sources = execFileSync(
  'git',
  ['ls-files', 'packages', 'services', 'gateway', 'infra/embedded/src', 'infra/native/src/operations/migrate.ts'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|\/test\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

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
  readFileSync('docs/logging.md', 'utf8')
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
