import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Checks a text as the file `name` of this repository. Returns what cspell reports. */
const check = (name: string, input: string): string =>
  spawnSync('npm', ['run', '--silent', 'prose', '--', `stdin://${name}`], { input, encoding: 'utf8' }).stdout

test('reports a coined word in a comment, with the standard term', () => {
  const report = check('packages/x/src/a.ts', 'export const count = 1\n/** Rejects whoever comes too late. */\n')
  expect(report).toContain('a.ts:2:')
  expect(report).toContain('whoever')
  expect(report).toContain('the user, the client, the caller')
})

test('reports a coined word in a document', () => {
  expect(check('README.md', '# X\n\nNobody is told anew.\n')).toMatch(/README\.md:3:1 .*Nobody.*anew/s)
})

test('accepts texts of the product and code in prose', () => {
  expect(check('packages/x/src/a.ts', "export const text = 'Nobody has tipped'\n/** The user `nobody`. */\n")).toBe('')
})
