import { describe, expect, test } from 'vitest'
import { retrying } from './retrying.ts'

const timeout = { minBackoffMs: 1, maxBackoffMs: 4 }

/** Work that fails so many times before it succeeds. */
const failing = (times: number) => {
  let left = times
  return async () => {
    if (left-- > 0) throw new Error(`not yet, ${left} more`)
    return 'there'
  }
}

describe('work that is tried again', () => {
  test('succeeds once it can, and tells of every failure before', async () => {
    const attempts: number[] = []
    const answer = await retrying(failing(3), { ...timeout, onFailure: ({ attempt }) => attempts.push(attempt) })
    expect(answer).toBe('there')
    expect(attempts).toEqual([1, 2, 3])
  })

  test('is given up after so many tries', async () => {
    const attempts: number[] = []
    const onFailure = ({ attempt }: { attempt: number }) => attempts.push(attempt)
    await expect(retrying(failing(3), { ...timeout, tries: 3, onFailure })).rejects.toThrow('not yet, 0 more')
    expect(attempts).toEqual([1, 2])
  })

  test('ends when it is told to', async () => {
    const stopping = new AbortController()
    const trying = retrying(failing(1), { minBackoffMs: 60_000, maxBackoffMs: 60_000, signal: stopping.signal })
    stopping.abort(new Error('the process stops'))
    await expect(trying).rejects.toThrow('the process stops')
  })

  test('is not tried again where it is wrong itself', async () => {
    const wrong = async () => {
      throw new TypeError('undefined is not a function')
    }
    await expect(retrying(wrong, timeout)).rejects.toThrow('undefined is not a function')
  })
})
