import { expect, test } from 'vitest'
import { pages } from './pages.tsx'
import { routeManifest } from './route-manifest.ts'

test('what comes with a document is of a page that there is, for those who may open it', () => {
  const known = pages.map(({ audience, pattern }) => `${audience} ${pattern}`)
  expect(known).toEqual(expect.arrayContaining(routeManifest.map(({ audience, pattern }) => `${audience} ${pattern}`)))
})

test('every page in the navigation comes with its document', () => {
  const inNavigation = pages.filter(({ navigation }) => navigation !== undefined)
  const brought = new Set(routeManifest.map(({ pattern }) => pattern))
  expect(inNavigation.filter(({ pattern }) => !brought.has(pattern))).toEqual([])
})
