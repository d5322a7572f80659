import {
  findPageHeader,
  PAGE_HEADER_VERSION,
  type PrefetchedReply,
  pageHeaderBlock,
} from '@purple-sector/contracts/page-document'
import { expect, test } from 'vitest'
import { writePageHeader } from './page-header.ts'

const template = {
  version: PAGE_HEADER_VERSION,
  build: '/assets/index-1.js',
  files: ['/scheme.js', '/assets/index-1.js'],
}
const PAGE = `<!doctype html><html><head>${pageHeaderBlock(template)}</head><body></body></html>`
const pageManifest = {
  pattern: '/tipping',
  scripts: ['assets/tipping-1.js'],
  styles: ['assets/tipping-1.css'],
  reads: ['/api/weekends'],
}
const reply = (path: string, body: unknown, status = 200): PrefetchedReply => ({
  ...{ path, status, headers: {} },
  body: JSON.stringify(body),
})
const user = (overrides = {}) =>
  reply('/api/auth/user', { id: 'ann', theme: null, spoilerDelaySeconds: 0, ...overrides })
const weekends = reply('/api/weekends', [])
const headerOf = (page: string) => JSON.parse(findPageHeader(page)?.json ?? 'null')

test('names the user, their choices, the page’s files and whether its data is complete', () => {
  const page = writePageHeader(PAGE, { pageManifest, replies: [user({ spoilerDelaySeconds: 30 }), weekends] })
  expect(headerOf(page)).toEqual({
    ...template,
    files: ['/scheme.js', '/assets/index-1.js', '/assets/tipping-1.js', '/assets/tipping-1.css'],
    ...{ userId: 'ann', choices: '[null,30]', hasDelay: true, isComplete: true },
  })
  expect(page.replace(/<script.*?<\/script>/, '')).toBe(PAGE.replace(/<script.*?<\/script>/, ''))
})

test('reports missing replies and a page outside of the route manifest as incomplete', () => {
  expect(headerOf(writePageHeader(PAGE, { pageManifest, replies: [user()] })).isComplete).toBe(false)
  const unlisted = headerOf(writePageHeader(PAGE, { pageManifest: undefined, replies: [user(), weekends] }))
  expect(unlisted).toMatchObject({ isComplete: false, files: template.files })
})

test('names a visitor as null, and an unknown user not at all', () => {
  const visitor = writePageHeader(PAGE, { pageManifest: undefined, replies: [reply('/api/auth/user', '', 401)] })
  expect(headerOf(visitor).userId).toBeNull()
  expect(writePageHeader(PAGE, { pageManifest, replies: [weekends] })).toBe(PAGE)
})

test('escapes the user’s choices within the block', () => {
  const page = writePageHeader(PAGE, { pageManifest, replies: [user({ theme: '</script><b>$&' })] })
  expect(headerOf(page).choices).toBe('["</script><b>$&",0]')
  expect(page).not.toContain('<b>')
})
