import { expect, test } from 'vitest'
import { describeBrowser } from './describe-browser.ts'

const userAgentOf = (system: string, engine: string) => `Mozilla/5.0 (${system}) ${engine}`
const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [userAgentOf('Windows NT 10.0; Win64; x64; rv:144.0', 'Gecko/20100101 Firefox/144.0'), 'Firefox on Windows'],
  [
    userAgentOf('iPhone; CPU iPhone OS 18_1 like Mac OS X', `${webKit} Version/18.1 Mobile/15E148 Safari/604.1`),
    'Safari on iOS',
  ],
  [
    userAgentOf('Linux; Android 15', 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile'),
    'Chrome on Android',
  ],
  [
    userAgentOf('X11; Linux x86_64', 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'),
    'Chrome on Linux',
  ],
])('describes %s as %s', (userAgent, description) => {
  expect(describeBrowser(userAgent)).toBe(description)
})

test.each([undefined, '', 'x', '('.repeat(50_000)])('returns null for an unknown user agent', (userAgent) => {
  expect(describeBrowser(userAgent)).toBeNull()
})

test('limits the length of the description', () => {
  expect((describeBrowser(`${'Very'.repeat(90)}/1.0`) ?? '').length).toBeLessThanOrEqual(100)
})
