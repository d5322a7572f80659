import { PAGE_HEADER_VERSION } from '@purple-sector/contracts/page-document'
import { describe, expect, test } from 'vitest'
import { createTestDocument, visitorsDocument, withHeader } from '../../test/create-test-document.ts'
import { isFansPage, markAsCached, missingIn, readPageHeader, toAppShell } from './page-document.ts'

const url = (path: string): URL => new URL(path, 'https://app.test')

test.each(['/', '/leaderboard', '/leaderboard?tab=engagement', '/my-tips?view=points', '/analytics'])(
  'recognizes %s as a fan’s page',
  (path) => {
    expect(isFansPage(url(path))).toBe(true)
  },
)

test.each([
  '/admin',
  '/groups/join/3f9a',
  '/?token=3f9a',
  '/leaderboard?tab=engagement&code=1',
  '/api/login',
  '/nowhere',
  '/sw.js',
])('does not cache %s', (path) => {
  expect(isFansPage(url(path))).toBe(false)
})

describe('readPageHeader', () => {
  test('reads the user, their choices and the files it needs', () => {
    expect(readPageHeader(createTestDocument({ delay: 30 }))).toEqual({
      version: PAGE_HEADER_VERSION,
      userId: 'ann',
      choices: JSON.stringify([{ mode: 'dark', custom: null }, 30]),
      hasDelay: true,
      build: '/assets/index-one.js',
      files: ['/scheme.js', '/assets/index-one.js', '/assets/index-one.css'],
      isComplete: true,
    })
  })

  test('reports a document that lacks prefetched data or a signed-in user', () => {
    expect(readPageHeader(createTestDocument({ isBare: true }))?.isComplete).toBe(false)
    expect(readPageHeader(visitorsDocument())?.userId).toBeNull()
  })

  test('returns undefined without a header or a place for the age', () => {
    const html = createTestDocument()
    for (const part of ['id="page-header"', 'id="kept" ', '<noscript>'])
      expect(readPageHeader(html.replace(part, ''))).toBeUndefined()
  })

  test('returns undefined for a header without a user or of another version, whatever the document brings', () => {
    const html = createTestDocument()
    expect(html).toContain('"id":"ann"')
    const others = [withHeader(html, { userId: undefined }), withHeader(html, { version: PAGE_HEADER_VERSION - 1 })]
    for (const other of others) expect(readPageHeader(other)).toBeUndefined()
  })

  test('reads nothing else of a document', () => {
    const html = createTestDocument()
    const other = html.replaceAll('data-query=', 'nonce="n" data-reply=').replaceAll('crossorigin', 'async')
    expect(readPageHeader(other)).toEqual(readPageHeader(html))
  })

  test.each([
    [/<script type="application\/json" id="page-header".*/, 'the header of the page'],
    [/<div id="kept".*/, 'the place for the age of the page (id="kept")'],
    [/<noscript>.*/, 'the root of the app, followed by noscript'],
  ])('reports that %s is missing in a changed template', (part, missingPart) => {
    expect(missingIn(createTestDocument().replace(part, ''))).toEqual([missingPart])
  })
})

describe('markAsCached and toAppShell', () => {
  const cachedAt = Date.parse('2026-11-21T04:00:00Z')
  const now = cachedAt + 12 * 60_000

  test('add the age as text and for the script, and change nothing else', () => {
    const html = createTestDocument()
    const cachedHtml = markAsCached(html, cachedAt, { now, isOnline: true })
    expect(cachedHtml).toContain('<p>Saved 12 minutes ago · updating…</p></div>')
    expect(cachedHtml).toContain(`<html data-kept="${cachedAt}" data-theme`)
    expect(
      cachedHtml.replace(` data-kept="${cachedAt}"`, '').replace('<p>Saved 12 minutes ago · updating…</p>', ''),
    ).toBe(html)
    expect(markAsCached(html, cachedAt, { now, isOnline: false })).toContain(
      '<p>You are offline. Saved 12 minutes ago.</p>',
    )
  })

  test('turn a document into an app shell with all prefetched data at another address', () => {
    const html = createTestDocument({ rendered: '<p>Hello &lt;noscript&gt; $&</p>' })
    const shell = toAppShell(html)
    expect(shell).toContain('<div id="root"></div><noscript>')
    expect(shell).not.toContain('Hello')
    expect(shell.match(/data-query/g)).toEqual(html.match(/data-query/g))
    expect(toAppShell(shell)).toBe(shell)
  })
})
