import { describe, expect, test } from 'vitest'
import { memoizeAsync } from './memoize-async.ts'

/** Work whose runs the test finishes. */
const createWork = () => {
  const runs: PromiseWithResolvers<string>[] = []
  const startRun = (): Promise<string> => {
    const pendingRun = Promise.withResolvers<string>()
    runs.push(pendingRun)
    return pendingRun.promise
  }
  return { runs, startRun }
}

describe('memoizeAsync', () => {
  test('shares the result of one run with concurrent and later callers', async () => {
    const { runs, startRun } = createWork()
    const run = memoizeAsync(startRun)
    const results = [run(), run()]
    runs[0]?.resolve('found')
    expect(await Promise.all([...results, run()])).toEqual(['found', 'found', 'found'])
    expect(runs).toHaveLength(1)
  })

  test('rejects waiting callers on failure and runs the work again for the next call', async () => {
    const { runs, startRun } = createWork()
    const run = memoizeAsync(startRun)
    const results = Promise.allSettled([run(), run()])
    runs[0]?.reject(new Error('away'))
    expect(await results).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
    const again = run()
    runs[1]?.resolve('found')
    expect(await again).toBe('found')
  })
})
