import { describe, expect, test } from 'vitest'
import { keptBoards } from './kept-boards.ts'

const setUp = (most = 10) => {
  let now = 0
  const asked: string[][] = []
  const kept = keptBoards<string>({ most, ttlMs: 1_000, now: () => now })
  const read = (stamp: string, ...places: string[]) =>
    kept.getAll(
      places.map((place) => ({ place, stamp })),
      async (unknown) => {
        asked.push(unknown.map(({ place }) => place))
        return new Map(unknown.map(({ place }) => [place, `${place}@${stamp}`]))
      },
      'none',
    )
  return {
    kept,
    asked,
    read,
    wait(ms: number) {
      now += ms
    },
  }
}

describe('boards that are kept', () => {
  test('are computed together and once, however many ask at the same time', async () => {
    const { read, asked } = setUp()
    expect(await Promise.all([read('lap 1', 'open', 'group'), read('lap 1', 'group', 'other')])).toEqual([
      ['open@lap 1', 'group@lap 1'],
      ['group@lap 1', 'other@lap 1'],
    ])
    expect(asked).toEqual([['open', 'group'], ['other']])
    await read('lap 1', 'open', 'group', 'other')
    expect(asked).toHaveLength(2)
  })

  test('are computed anew for another order, and when they are old', async () => {
    const { read, asked, wait } = setUp()
    await read('lap 1', 'open')
    expect(await read('lap 2', 'open')).toEqual(['open@lap 2'])
    wait(1_000)
    await read('lap 2', 'open')
    expect(asked).toHaveLength(3)
  })

  test('are not kept where computing failed, and forgotten first where there are many', async () => {
    const { kept, read, asked } = setUp(2)
    const fails = () => Promise.reject(new Error('away'))
    await expect(kept.getAll([{ place: 'open', stamp: 'lap 1' }], fails, 'none')).rejects.toThrow('away')
    expect(await read('lap 1', 'open', 'group')).toEqual(['open@lap 1', 'group@lap 1'])
    await read('lap 1', 'other')
    await read('lap 1', 'open')
    expect(asked).toEqual([['open', 'group'], ['other'], ['open']])
  })
})
