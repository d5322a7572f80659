import { expect, test } from 'vitest'
import { pages } from './pages.tsx'
import { routeManifest } from './route-manifest.ts'

test('lists only existing pages, for audiences that may open them', () => {
  const existingPages = pages.map(({ audience, pattern }) => `${audience} ${pattern}`)
  expect(existingPages).toEqual(
    expect.arrayContaining(routeManifest.map(({ audience, pattern }) => `${audience} ${pattern}`)),
  )
})

test('lists every page of the navigation', () => {
  const inNavigation = pages.filter(({ navigation }) => navigation !== undefined)
  const prefetched = new Set(routeManifest.map(({ pattern }) => pattern))
  expect(inNavigation.filter(({ pattern }) => !prefetched.has(pattern))).toEqual([])
})
