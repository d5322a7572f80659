import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prefetchPages } from './prefetch-pages.ts'

const PAGES = [
  { audience: 'fan', scripts: ['assets/tipping.js', 'assets/shared.js'], styles: ['assets/tipping.css'] },
  { audience: 'fan', scripts: ['assets/groups.js', 'assets/shared.js'], styles: [] },
  { audience: 'administrator', scripts: ['assets/setup.js'], styles: [] },
]

const ahead = () => [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'))
const asked = vi.fn(async () => Response.json(PAGES))

/** Stubs browser features that jsdom lacks. */
const given = (about: object): void => {
  for (const [name, value] of Object.entries(about))
    Object.defineProperty(navigator, name, { value, configurable: true })
}
beforeEach(() => vi.stubGlobal('fetch', asked))
afterEach(() => {
  for (const name of ['connection', 'serviceWorker']) Reflect.deleteProperty(navigator, name)
  document.head.replaceChildren()
  asked.mockClear()
})

test.each([
  ['prefetch', ['/assets/tipping.js', '/assets/shared.js', '/assets/tipping.css', '/assets/groups.js']],
  ['modulepreload', ['/assets/tipping.js', '/assets/shared.js', '/assets/groups.js']],
])('prefetches each file of other pages of the audience once: %s', async (known, files) => {
  const supports = vi.spyOn(DOMTokenList.prototype, 'supports').mockImplementation((rel) => rel === known)
  await prefetchPages('fan')
  await vi.waitFor(() => expect(ahead()).toEqual(files))
  supports.mockRestore()
})

test('leaves fans’ pages to the service worker: an administrator prefetches their own pages, a fan none', async () => {
  given({ serviceWorker: { controller: {} } })
  await prefetchPages('fan')
  expect(asked).not.toHaveBeenCalled()
  await prefetchPages('administrator')
  await vi.waitFor(() => expect(ahead()).toEqual(['/assets/setup.js']))
})

test.each([
  ['the user saves data', { saveData: true, effectiveType: '4g' }],
  ['the connection is slow', { saveData: false, effectiveType: 'slow-2g' }],
])('prefetches nothing when %s', async (_, connection) => {
  given({ connection })
  await prefetchPages('administrator')
  expect(asked).not.toHaveBeenCalled()
})

test('prefetches on a fast connection', async () => {
  given({ connection: { saveData: false, effectiveType: '4g' } })
  await prefetchPages('fan')
  expect(asked).toHaveBeenCalledTimes(1)
})
