import { describe, expect, test } from 'vitest'
import { retrying } from './retrying.ts'

const backoff = { minBackoffMs: 1, maxBackoffMs: 4 }

/** Makes work that fails this many times before it succeeds. */
const failTimes = (times: number) => {
  let remaining = times
  return async () => {
    if (remaining-- > 0) throw new Error(`not yet, ${remaining} more`)
    return 'done'
  }
}

describe('retrying', () => {
  test('resolves after failures and reports each of them', async () => {
    const attempts: number[] = []
    const result = await retrying(failTimes(3), { ...backoff, onFailure: ({ attempt }) => attempts.push(attempt) })
    expect(result).toBe('done')
    expect(attempts).toEqual([1, 2, 3])
  })

  test('rejects after the maximum number of tries', async () => {
    const attempts: number[] = []
    const onFailure = ({ attempt }: { attempt: number }) => attempts.push(attempt)
    await expect(retrying(failTimes(3), { ...backoff, tries: 3, onFailure })).rejects.toThrow('not yet, 0 more')
    expect(attempts).toEqual([1, 2])
  })

  test('stops when the signal fires', async () => {
    const stopping = new AbortController()
    const trying = retrying(failTimes(1), { minBackoffMs: 60_000, maxBackoffMs: 60_000, signal: stopping.signal })
    stopping.abort(new Error('the process stops'))
    await expect(trying).rejects.toThrow('the process stops')
  })

  test('does not retry a programming error', async () => {
    const failWithTypeError = async () => {
      throw new TypeError('undefined is not a function')
    }
    await expect(retrying(failWithTypeError, backoff)).rejects.toThrow('undefined is not a function')
  })
})
