import { describe, expect, test } from 'vitest'
import { singleFlight } from './single-flight.ts'

/** Work whose runs the test finishes. */
const work = () => {
  const runs: PromiseWithResolvers<string>[] = []
  const begin = (): Promise<string> => {
    const run = Promise.withResolvers<string>()
    runs.push(run)
    return run.promise
  }
  return { runs, begin }
}

describe('singleFlight', () => {
  test('shares one run with concurrent and later callers', async () => {
    const { runs, begin } = work()
    const request = singleFlight(begin)
    const asking = [request(), request()]
    runs[0]?.resolve('found')
    expect(await Promise.all([...asking, request()])).toEqual(['found', 'found', 'found'])
    expect(runs).toHaveLength(1)
  })

  test('rejects waiting callers on failure and starts again for the next', async () => {
    const { runs, begin } = work()
    const request = singleFlight(begin)
    const asking = Promise.allSettled([request(), request()])
    runs[0]?.reject(new Error('away'))
    expect(await asking).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
    const again = request()
    runs[1]?.resolve('found')
    expect(await again).toBe('found')
  })
})
