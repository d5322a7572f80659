import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prefetchPages } from './prefetch-pages.ts'

const PAGES = [
  { audience: 'fan', scripts: ['assets/tipping.js', 'assets/shared.js'], styles: ['assets/tipping.css'] },
  { audience: 'fan', scripts: ['assets/groups.js', 'assets/shared.js'], styles: [] },
  { audience: 'administrator', scripts: ['assets/setup.js'], styles: [] },
]

const prefetchedFiles = () => [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'))
const fetchManifest = vi.fn(async () => Response.json(PAGES))

/** Stubs browser features that jsdom lacks. */
const stubBrowser = (about: object): void => {
  for (const [name, value] of Object.entries(about))
    Object.defineProperty(navigator, name, { value, configurable: true })
}
beforeEach(() => vi.stubGlobal('fetch', fetchManifest))
afterEach(() => {
  for (const name of ['connection', 'serviceWorker']) Reflect.deleteProperty(navigator, name)
  document.head.replaceChildren()
  fetchManifest.mockClear()
})

test.each([
  ['prefetch', ['/assets/tipping.js', '/assets/shared.js', '/assets/tipping.css', '/assets/groups.js']],
  ['modulepreload', ['/assets/tipping.js', '/assets/shared.js', '/assets/groups.js']],
])('prefetches each file of other pages of the audience once: %s', async (condition, files) => {
  const supports = vi.spyOn(DOMTokenList.prototype, 'supports').mockImplementation((rel) => rel === condition)
  await prefetchPages('fan')
  await vi.waitFor(() => expect(prefetchedFiles()).toEqual(files))
  supports.mockRestore()
})

test('leaves fans’ pages to the service worker: an administrator prefetches their own pages, a fan none', async () => {
  stubBrowser({ serviceWorker: { controller: {} } })
  await prefetchPages('fan')
  expect(fetchManifest).not.toHaveBeenCalled()
  await prefetchPages('administrator')
  await vi.waitFor(() => expect(prefetchedFiles()).toEqual(['/assets/setup.js']))
})

test.each([
  ['the user saves data', { saveData: true, effectiveType: '4g' }],
  ['the connection is slow', { saveData: false, effectiveType: 'slow-2g' }],
])('prefetches nothing when %s', async (_, connection) => {
  stubBrowser({ connection })
  await prefetchPages('administrator')
  expect(fetchManifest).not.toHaveBeenCalled()
})

test('prefetches on a fast connection', async () => {
  stubBrowser({ connection: { saveData: false, effectiveType: '4g' } })
  await prefetchPages('fan')
  expect(fetchManifest).toHaveBeenCalledTimes(1)
})
