import { describe, expect, test } from 'vitest'
import { type ConcurrencyLimitOptions, createConcurrencyLimit, type Line } from './concurrency-limit.ts'

const fan: Line = { address: '10.0.0.1', account: 'fan' }
const flooder: Line = { address: '10.0.0.2', account: 'flooder' }

const setUp = (over: Partial<ConcurrencyLimitOptions> = {}) => {
  let time = 0
  const turn = createConcurrencyLimit({
    places: 1,
    waiting: 10,
    waitingEach: 10,
    timeoutMs: 1_000,
    now: () => time,
    ...over,
  })
  /** Takes a place until it is told to leave. */
  const occupy = (line: Line) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const left = turn(line, () => promise)
    return async () => {
      resolve()
      await left
    }
  }
  return { turn, occupy, pass: (ms: number) => (time += ms) }
}

describe('a concurrency limit', () => {
  test('runs so many at once, the others of one line in the order they came', async () => {
    const { turn, occupy } = setUp({ places: 2 })
    const leave = [occupy(fan), occupy(fan)]
    const begun: number[] = []
    const waiting = [1, 2, 3].map((each) => turn(fan, async () => void begun.push(each)))
    expect(begun).toEqual([])
    await leave[1]?.()
    await Promise.all(waiting)
    expect(begun).toEqual([1, 2, 3])
    await leave[0]?.()
  })

  test('gives every address and every account its turn', async () => {
    const { turn, occupy } = setUp()
    const leave = occupy(flooder)
    const begun: string[] = []
    const lines = [flooder, flooder, flooder, { ...flooder, account: 'neighbour' }, fan]
    const waiting = lines.map((line) => turn(line, async () => void begun.push(line.account)))
    await leave()
    await Promise.all(waiting)
    expect(begun).toEqual(['flooder', 'neighbour', 'fan', 'flooder', 'flooder'])
  })

  test('takes the addresses of one household for one', async () => {
    const { turn, occupy } = setUp()
    const leave = occupy(flooder)
    const begun: string[] = []
    const lines = [1, 2, 3].map((host) => ({ address: `2001:db8:1:2::${host}`, account: `of ${host}` }))
    const waiting = [...lines, fan].map((line) => turn(line, async () => void begun.push(line.account)))
    await leave()
    await Promise.all(waiting)
    expect(begun).toEqual(['of 1', 'of 2', 'fan', 'of 3'])
  })

  test('gives browsers known to their account every second turn', async () => {
    const { turn, occupy } = setUp()
    const leave = occupy(flooder)
    const begun: string[] = []
    const strangers = [1, 2, 3].map((host) => ({ address: `10.9.0.${host}`, account: `stranger ${host}` }))
    const lines = [...strangers, { ...fan, isKnown: true }]
    const waiting = lines.map((line) => turn(line, async () => void begun.push(line.account)))
    await leave()
    await Promise.all(waiting)
    expect(begun).toEqual(['stranger 1', 'fan', 'stranger 2', 'stranger 3'])
  })

  test('refuses of one account at one address what exceeds its share, at once', async () => {
    const { turn, occupy } = setUp({ waitingEach: 2 })
    const leave = occupy(flooder)
    const waiting = [1, 2].map(() => turn(flooder, async () => 'waited'))
    await expect(turn(flooder, async () => 'never')).rejects.toMatchObject({ kind: 'too-many', retryAfterSeconds: 2 })
    const other = turn({ ...flooder, account: 'neighbour' }, async () => 'waited')
    await leave()
    expect(await Promise.all([...waiting, other])).toEqual(['waited', 'waited', 'waited'])
  })

  test('lets a flood crowd out itself and nobody else', async () => {
    const { turn, occupy } = setUp({ waiting: 3 })
    const leave = occupy(flooder)
    const crowd = [1, 2, 3].map(() => turn(flooder, async () => 'waited'))
    const single = turn(fan, async () => 'waited')
    await expect(crowd[2]).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 2 })
    await expect(turn(flooder, async () => 'never')).rejects.toMatchObject({ kind: 'unavailable' })
    await leave()
    expect(await Promise.all([crowd[0], crowd[1], single])).toEqual(['waited', 'waited', 'waited'])
  })

  test('refuses who has waited longer than anybody listens, and goes on with the next', async () => {
    const { turn, occupy, pass } = setUp({ timeoutMs: 1_000 })
    const leave = occupy(fan)
    const early = turn(fan, async () => 'never')
    const refused = expect(early).rejects.toMatchObject({ kind: 'unavailable' })
    pass(1_001)
    const late = turn(fan, async () => 'waited')
    await leave()
    await refused
    expect(await late).toBe('waited')
    expect(await turn(fan, async () => 'free again')).toBe('free again')
  })

  test('gives the place free when the work fails', async () => {
    const { turn } = setUp({ waiting: 1 })
    await expect(turn(fan, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await turn(fan, async () => 'yes')).toBe('yes')
  })
})
