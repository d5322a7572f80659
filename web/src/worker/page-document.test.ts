import { describe, expect, test } from 'vitest'
import { createTestDocument, visitorsDocument } from '../../test/create-test-document.ts'
import { isFansPage, markAsCached, missingIn, parseDocument, toAppShell } from './page-document.ts'

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

describe('parseDocument', () => {
  test('reads the user, their choices and the files it needs', () => {
    expect(parseDocument(createTestDocument({ delay: 30 }), url('/'))).toEqual({
      userId: 'ann',
      choices: JSON.stringify([{ mode: 'dark', custom: null }, 30]),
      hasDelay: true,
      build: '/assets/index-one.js',
      files: ['/scheme.js', '/assets/index-one.js', '/assets/index-one.css'],
      isComplete: true,
    })
  })

  test('reports a document that lacks prefetched data or a signed-in user', () => {
    expect(parseDocument(createTestDocument({ isBare: true }), url('/'))?.isComplete).toBe(false)
    expect(parseDocument(visitorsDocument(), url('/'))?.userId).toBeNull()
  })

  test('returns undefined without a user, a build or a place for the age', () => {
    const html = createTestDocument()
    for (const part of [/<script type="application[^>]*>[^<]*<\/script>/g, /<script type="module".*/, 'id="kept" '])
      expect(parseDocument(html.replace(part, ''), url('/'))).toBeUndefined()
  })
})

describe('parseDocument with a changed template', () => {
  test('parses a template with other attributes, order and whitespace', () => {
    const html = createTestDocument()
      .replace(
        '<div id="kept" class="ps-kept" role="status"></div>',
        '<div role="status" id="kept" class="age">\n</div>',
      )
      .replace('<script type="module" crossorigin src=', '<script crossorigin type="module" async src=')
      .replaceAll('<script type="application/json" data-query=', '<script nonce="n" data-query=')
    expect(missingIn(html)).toEqual([])
    expect(parseDocument(html, url('/'))).toEqual(parseDocument(createTestDocument(), url('/')))
    const cachedHtml = markAsCached(html, 0, { now: 60_000, isOnline: true })
    expect(cachedHtml).toContain('<div role="status" id="kept" class="age"><p>Saved')
  })

  test.each([
    [/<script type="module".*/, 'the script of the build'],
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
