import { expect, test } from 'vitest'
import { listedPages } from './listed-pages.ts'
import { pages } from './pages.tsx'

test('lists only existing pages, for audiences that may open them', () => {
  const existingPages = pages.map(({ audience, pattern }) => `${audience} ${pattern}`)
  expect(existingPages).toEqual(
    expect.arrayContaining(listedPages.map(({ audience, pattern }) => `${audience} ${pattern}`)),
  )
})

test('lists every page of the navigation', () => {
  const inNavigation = pages.filter(({ navigation }) => navigation !== undefined)
  const prefetched = new Set(listedPages.map(({ pattern }) => pattern))
  expect(inNavigation.filter(({ pattern }) => !prefetched.has(pattern))).toEqual([])
})
