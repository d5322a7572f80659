import { expect, test } from 'vitest'
import { keyedMutex } from './keyed-mutex.ts'

test('runs work of a key one after another and in order, also after a failure, and other keys meanwhile', async () => {
  const run = keyedMutex()
  const log: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = run('ann', async () => {
    log.push('a starts')
    await gate.promise
    log.push('a ends')
    throw new Error('a failed')
  })
  const failed = expect(first).rejects.toThrow('a failed')
  const next = ['b', 'c'].map((name) => run('ann', async () => log.push(name)))
  await run('bob', async () => log.push('d'))
  expect(log).toEqual(['a starts', 'd'])
  gate.resolve()
  await failed
  await Promise.all(next)
  expect(log).toEqual(['a starts', 'd', 'a ends', 'b', 'c'])
})
