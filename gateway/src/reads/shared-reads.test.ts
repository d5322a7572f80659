import { expect, test } from 'vitest'
import { createSharedReads } from './shared-reads.ts'

const setUp = (status = 200) => {
  const asked: string[] = []
  const reads = createSharedReads({
    async read(path) {
      asked.push(path)
      return { status, contentType: 'application/json', cacheControl: '', body: Buffer.from(`"${asked.length}"`) }
    },
    ttlMs: 60_000,
    maxBytes: 1_000_000,
  })
  const read = async (path: string) => (await reads.read(path))?.body.toString()
  return { asked, reads, read }
}

test('caches a reply that is requested a second time until it is dropped', async () => {
  const { asked, reads, read } = setUp()
  expect(await read('/a')).toBe('"1"')
  expect(reads.peek('/a')).toBeUndefined()
  for (let time = 0; time < 2; time++) expect(await read('/a')).toBe('"2"')
  expect((await reads.readUncached('/a'))?.body.toString()).toBe('"3"')
  reads.invalidate()
  expect(reads.peek('/a')).toBeUndefined()
  expect(asked).toEqual(['/a', '/a', '/a'])
})

test('does not cache a refusal of the service', async () => {
  const { asked, read } = setUp(404)
  for (let time = 0; time < 3; time++) expect(await read('/a')).toBeUndefined()
  expect(asked).toHaveLength(3)
})
