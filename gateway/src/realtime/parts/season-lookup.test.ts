import { expect, test } from 'vitest'
import { createSeasonLookup } from './season-lookup.ts'

test('reads a season once for all channels that open together', async () => {
  const paths: string[] = []
  const hasSeason = createSeasonLookup(async (path) => {
    paths.push(path)
    return { status: path.endsWith('/3') ? 200 : 404 }
  })
  expect(await Promise.all([hasSeason(3), hasSeason(3), hasSeason(4)])).toEqual([true, true, false])
  expect(paths).toEqual(['/api/seasons/3', '/api/seasons/4'])
  await hasSeason(3)
  expect(paths).toHaveLength(3)
})

test('does not take a failure for an unknown season, and asks again', async () => {
  const statuses = [503, 200]
  const hasSeason = createSeasonLookup(async () => ({ status: statuses.shift() ?? 0 }))
  await expect(hasSeason(3)).rejects.toMatchObject({ kind: 'unavailable' })
  expect(await hasSeason(3)).toBe(true)
})
