import { expect, test } from 'vitest'
import { refusedPackages, shippedPackages } from './licences.ts'

const lock = (packages: Record<string, object>): string => JSON.stringify({ packages })

test('lists what is shipped: neither packages for development nor those of this repository', () => {
  const text = lock({
    '': { version: '1.0.0', license: 'MIT' },
    'services/chat': { version: '0.1.0', license: 'MIT' },
    'node_modules/@purple-sector/chat': { link: true },
    'node_modules/vitest': { version: '5.1.1', license: 'MIT', dev: true },
    'node_modules/pg': { version: '8.23.1', license: 'MIT' },
    'services/engagement/node_modules/@scope/mail': { version: '2.0.0', license: 'ISC' },
    'node_modules/png-js': { version: '2.0.0' },
  })
  expect(shippedPackages(text)).toEqual([
    { name: 'pg@8.23.1', licence: 'MIT' },
    { name: '@scope/mail@2.0.0', licence: 'ISC' },
    { name: 'png-js@2.0.0', licence: 'MIT' },
  ])
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['(MIT AND Zlib)', true],
  ['MIT AND GPL-3.0-only', false],
  ['AGPL-3.0-or-later', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['', false],
])('judges the licence "%s": allowed %s', (licence, isAllowed) => {
  expect(refusedPackages([{ name: 'some@1.0.0', licence }])).toHaveLength(isAllowed ? 0 : 1)
})
