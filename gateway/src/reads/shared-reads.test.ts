import { expect, test } from 'vitest'
import { createSharedReads } from './shared-reads.ts'

const setUp = (status = 200) => {
  const requests: string[] = []
  const reads = createSharedReads({
    async read(path) {
      requests.push(path)
      return { status, contentType: 'application/json', cacheControl: '', body: Buffer.from(`"${requests.length}"`) }
    },
    ttlMs: 60_000,
    maxBytes: 1_000_000,
  })
  const read = async (path: string) => (await reads.read(path))?.body.toString()
  return { requests, reads, read }
}

test('caches a reply that is requested a second time until it is invalidated', async () => {
  const { requests, reads, read } = setUp()
  expect(await read('/a')).toBe('"1"')
  expect(reads.peek('/a')).toBeUndefined()
  for (let time = 0; time < 2; time++) expect(await read('/a')).toBe('"2"')
  expect((await reads.readUncached('/a'))?.body.toString()).toBe('"3"')
  reads.invalidate()
  expect(reads.peek('/a')).toBeUndefined()
  expect(requests).toEqual(['/a', '/a', '/a'])
})

test('does not cache a rejection of the service', async () => {
  const { requests, read } = setUp(404)
  for (let time = 0; time < 3; time++) expect(await read('/a')).toBeUndefined()
  expect(requests).toHaveLength(3)
})
