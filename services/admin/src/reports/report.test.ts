import { unavailable } from '@purple-sector/service-kit/errors'
import { expect, test } from 'vitest'
import { failureMessage, filenameOf } from './report.ts'

test.each([
  ['Southern Cross 500', 'southern-cross-500-report.pdf'],
  ['Grand Prix de São Paulo / “Été”', 'grand-prix-de-sao-paulo-ete-report.pdf'],
  ['鈴鹿', 'weekend-7-report.pdf'],
  ['x'.repeat(100), `${'x'.repeat(60)}-report.pdf`],
  ['../../etc/passwd"\r\nX: y', 'etc-passwd-x-y-report.pdf'],
])('names the file for %j as %s', (name, filename) => {
  expect(filenameOf({ id: 7, name })).toBe(filename)
})

test('describes a failure to the administrator', () => {
  expect(failureMessage(unavailable('tipping'))).toContain('couldn’t be read')
  expect(failureMessage(new Error('out of paper'))).toContain('couldn’t be made')
})
