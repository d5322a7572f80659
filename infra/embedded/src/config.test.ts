import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

describe('readConfig rejects an invalid setting with a message', () => {
  test.each([
    ['PORT', 'abc', 'PORT: must be a port: a number from 0 to 65535'],
    ['PORT', '70000', 'PORT: must be a port: a number from 0 to 65535'],
    ['LOG_LEVEL', 'bogus', 'LOG_LEVEL: must be one of fatal, error, warn, info, debug, trace, silent'],
    ['ADMIN_PASSWORD', 'short', 'ADMIN_PASSWORD: needs 8 to 128 characters'],
    ['ADMIN_PASSWORD', 'x'.repeat(129), 'ADMIN_PASSWORD: needs 8 to 128 characters'],
  ])('%s=%s', (name, value, words) => {
    expect(() =>
      readConfig({ ADMIN_EMAILS: 'race-control@example.org', ADMIN_PASSWORD: 'the flag is green', [name]: value }),
    ).toThrow(words)
  })

  test('readConfig accepts valid settings and treats an empty one as unset', () => {
    expect(readConfig({ PORT: '0', LOG_LEVEL: 'debug', HOST: '' })).toMatchObject({
      port: 0,
      logLevel: 'debug',
      host: undefined,
    })
  })
})
