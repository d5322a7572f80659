import { describe, expect, test } from 'vitest'
import { splitLinks } from './split-links.ts'

describe('splitLinks', () => {
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
