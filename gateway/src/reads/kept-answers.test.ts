import { beforeEach, describe, expect, test } from 'vitest'
import { keptAnswers } from './kept-answers.ts'

type Answer = { text: string }

let now = 0
let loads: string[] = []
const answers = (maxBytes = 1_000_000) =>
  keptAnswers<Answer>({ ttlMs: 1_000, maxBytes, bytesOf: ({ text }) => text.length, now: () => now })
const load =
  (key: string, text = key) =>
  async () => {
    loads.push(key)
    return { text }
  }

let kept = answers()
beforeEach(() => {
  now = 1_000_000
  loads = []
  kept = answers()
})

describe('an answer', () => {
  test('is kept once it is asked for again within a minute', async () => {
    await kept.get('a', load('a'))
    expect(kept.peek('a')).toBeUndefined()
    now += 59_000
    await kept.get('a', load('a'))
    expect(kept.peek('a')).toEqual({ text: 'a' })
    await kept.get('a', load('a'))
    expect(loads).toEqual(['a', 'a'])
    await kept.get('b', load('b'))
    now += 61_000
    await kept.get('b', load('b'))
    expect(kept.peek('b')).toBeUndefined()
  })

  test('is kept from the first time where two ask for it at once, and asked for once', async () => {
    await Promise.all([kept.get('a', load('a')), kept.get('a', load('a'))])
    expect(loads).toEqual(['a'])
    expect(kept.peek('a')).toEqual({ text: 'a' })
  })

  test('is good for its time, and kept at once when it is asked for after that', async () => {
    for (let time = 0; time < 2; time++) await kept.get('a', load('a'))
    now += 1_001
    expect(kept.peek('a')).toBeUndefined()
    await kept.get('a', load('a'))
    expect(kept.peek('a')).toEqual({ text: 'a' })
  })

  test('that failed is kept for nobody', async () => {
    const failing = () => Promise.reject(new Error('away'))
    const both = await Promise.allSettled([kept.get('a', failing), kept.get('a', failing)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await kept.get('a', load('a'))).toEqual({ text: 'a' })
  })

  test.each([['a'], [undefined]])('asked for before it was forgotten is given and not kept (%s)', async (forgotten) => {
    const early = Promise.all([kept.get('a', load('a', 'early')), kept.get('a', load('a', 'early'))])
    kept.drop(forgotten)
    const late = kept.get('a', load('a', 'late'))
    expect(await early).toEqual([{ text: 'early' }, { text: 'early' }])
    expect(await late).toEqual({ text: 'late' })
    expect(kept.peek('a')).toEqual({ text: 'late' })
  })
})

describe('answers together', () => {
  const readTwice = async (key: string, text: string) => {
    for (let time = 0; time < 2; time++) await kept.get(key, load(key, text))
  }

  test('hold no more than they may: the one longest unread goes first', async () => {
    kept = answers(10_000)
    const text = 'x'.repeat(4_000)
    for (const key of ['a', 'b']) await readTwice(key, text)
    expect(kept.peek('a')).toBeDefined()
    await readTwice('c', text)
    expect(['a', 'b', 'c'].filter((key) => kept.peek(key))).toEqual(['a', 'c'])
  })

  test('count the keys too, and take in nothing that is larger than all of them', async () => {
    kept = answers(10_000)
    await readTwice('a', 'x')
    await readTwice('long/'.repeat(2_000), 'x')
    await readTwice('b', 'x'.repeat(10_000))
    expect(kept.peek('long/'.repeat(2_000))).toBeUndefined()
    expect(kept.peek('b')).toBeUndefined()
    expect(kept.peek('a')).toBeDefined()
  })
})
