import { describe, expect, test } from 'vitest'
import { documentUnderTest, visitorsDocument } from './document-under-test.ts'
import { asKept, asShell, isFansPage, saidBy } from './page-document.ts'

const url = (path: string): URL => new URL(path, 'https://app.test')

test.each(['/', '/leaderboard', '/leaderboard?tab=engagement', '/my-tips?view=points', '/analytics'])(
  '%s is a page of fans',
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
])('%s is none that is kept', (path) => {
  expect(isFansPage(url(path))).toBe(false)
})

describe('what a document says of itself', () => {
  test('is whose it is, what they chose, and what it needs', () => {
    expect(saidBy(documentUnderTest({ delay: 30 }), url('/'))).toEqual({
      person: 'ann',
      choices: JSON.stringify([{ mode: 'dark', custom: null }, 30]),
      hasDelay: true,
      build: '/assets/index-one.js',
      files: ['/scheme.js', '/assets/index-one.js', '/assets/index-one.css'],
      isWhole: true,
    })
  })

  test('is that it lacks what its page begins with, or that nobody is signed in', () => {
    expect(saidBy(documentUnderTest({ isBare: true }), url('/'))?.isWhole).toBe(false)
    expect(saidBy(visitorsDocument(), url('/'))?.person).toBeNull()
  })

  test('is nothing where it comes without a user, of no build, or of one that says no age', () => {
    const html = documentUnderTest()
    for (const part of [
      /<script type="application[^>]*>[^<]*<\/script>/g,
      /<script type="module".*/,
      'class="ps-kept" ',
    ])
      expect(saidBy(html.replace(part, ''), url('/'))).toBeUndefined()
  })
})

describe('a document that is shown later', () => {
  const at = Date.parse('2026-11-21T04:00:00Z')
  const now = at + 12 * 60_000

  test('says how old it is, in words and to its script, and is the same for the rest', () => {
    const html = documentUnderTest()
    const kept = asKept(html, at, { now, isOnline: true })
    expect(kept).toContain('<p>Saved 12 minutes ago · updating…</p></div>')
    expect(kept).toContain(`<html data-kept="${at}" data-theme`)
    expect(kept.replace(` data-kept="${at}"`, '').replace('<p>Saved 12 minutes ago · updating…</p>', '')).toBe(html)
    expect(asKept(html, at, { now, isOnline: false })).toContain('<p>You are offline. Saved 12 minutes ago.</p>')
  })

  test('is at another address one of which nothing is drawn, with all it brings', () => {
    const html = documentUnderTest({ picture: '<p>Hello &lt;noscript&gt; $&</p>' })
    const shell = asShell(html)
    expect(shell).toContain('<div id="root"></div><noscript>')
    expect(shell).not.toContain('Hello')
    expect(shell.match(/data-reply/g)).toEqual(html.match(/data-reply/g))
    expect(asShell(shell)).toBe(shell)
  })
})
