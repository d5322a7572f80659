import { describe, expect, test } from 'vitest'
import { formatMessageAge } from './format-message-age.ts'
import { splitLinks } from './split-links.ts'

const MINUTE = 60_000

test.each([
  [59_999, 'less than a minute ago'],
  [-500, 'less than a minute ago'],
  [MINUTE, '1 minute ago'],
  [59 * MINUTE, '59 minutes ago'],
  [60 * MINUTE, '1 hour ago'],
  [23 * 60 * MINUTE, '23 hours ago'],
  [24 * 60 * MINUTE, '1 day ago'],
  [50 * 60 * MINUTE, '2 days ago'],
])('formats an age of %i ms as "%s"', (past, words) => {
  expect(formatMessageAge(1_000_000_000, 1_000_000_000 + past)).toBe(words)
})

describe('links in messages', () => {
  const linksOf = (message: string) => splitLinks(message).flatMap(({ href }) => href ?? [])
  test('links a URL without the punctuation of the sentence around it', () => {
    expect(linksOf('See https://a.test/x?y=1, (http://b.test/c) and http://d.test/e(f).')).toEqual([
      'https://a.test/x?y=1',
      'http://b.test/c',
      'http://d.test/e(f)',
    ])
  })
  test('leaves the text of the message unchanged', () => {
    const message = '(https://a.test/x), go! https:// javascript:alert(1) ftp://c.test'
    expect(
      splitLinks(message)
        .map(({ text }) => text)
        .join(''),
    ).toBe(message)
    expect(linksOf(message)).toEqual(['https://a.test/x'])
  })
})
