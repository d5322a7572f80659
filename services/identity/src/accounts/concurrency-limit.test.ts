import { describe, expect, test } from 'vitest'
import { type ConcurrencyLimitOptions, createConcurrencyLimit, type QueueOwner } from './concurrency-limit.ts'

const fan: QueueOwner = { address: '10.0.0.1', account: 'fan' }
const flooder: QueueOwner = { address: '10.0.0.2', account: 'flooder' }

const setUp = (over: Partial<ConcurrencyLimitOptions> = {}) => {
  let time = 0
  const turn = createConcurrencyLimit({
    concurrency: 1,
    queueLimit: 10,
    queueLimitPerOwner: 10,
    timeoutMs: 1_000,
    now: () => time,
    ...over,
  })
  /** Occupies a slot until the returned function is called. */
  const occupy = (line: QueueOwner) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const left = turn(line, () => promise)
    return async () => {
      resolve()
      await left
    }
  }
  return { turn, occupy, pass: (ms: number) => (time += ms) }
}

describe('concurrency limit', () => {
  test('runs up to the limit and queues further work of one owner in order', async () => {
    const { turn, occupy } = setUp({ concurrency: 2 })
    const leave = [occupy(fan), occupy(fan)]
    const started: number[] = []
    const waiting = [1, 2, 3].map((each) => turn(fan, async () => void started.push(each)))
    expect(started).toEqual([])
    await leave[1]?.()
    await Promise.all(waiting)
    expect(started).toEqual([1, 2, 3])
    await leave[0]?.()
  })

  test('alternates between addresses and accounts', async () => {
    const { turn, occupy } = setUp()
    const leave = occupy(flooder)
    const started: string[] = []
    const lines = [flooder, flooder, flooder, { ...flooder, account: 'neighbour' }, fan]
    const waiting = lines.map((line) => turn(line, async () => void started.push(line.account)))
    await leave()
    await Promise.all(waiting)
    expect(started).toEqual(['flooder', 'neighbour', 'fan', 'flooder', 'flooder'])
  })

  test('treats the addresses of one IPv6 network as one', async () => {
    const { turn, occupy } = setUp()
    const leave = occupy(flooder)
    const started: string[] = []
    const lines = [1, 2, 3].map((host) => ({ address: `2001:db8:1:2::${host}`, account: `of ${host}` }))
    const waiting = [...lines, fan].map((line) => turn(line, async () => void started.push(line.account)))
    await leave()
    await Promise.all(waiting)
    expect(started).toEqual(['of 1', 'of 2', 'fan', 'of 3'])
  })

  test('gives every second slot to browsers known to their account', async () => {
    const { turn, occupy } = setUp()
    const leave = occupy(flooder)
    const started: string[] = []
    const strangers = [1, 2, 3].map((host) => ({ address: `10.9.0.${host}`, account: `stranger ${host}` }))
    const lines = [...strangers, { ...fan, isKnown: true }]
    const waiting = lines.map((line) => turn(line, async () => void started.push(line.account)))
    await leave()
    await Promise.all(waiting)
    expect(started).toEqual(['stranger 1', 'fan', 'stranger 2', 'stranger 3'])
  })

  test('rejects work beyond the share of one account at one address, at once', async () => {
    const { turn, occupy } = setUp({ queueLimitPerOwner: 2 })
    const leave = occupy(flooder)
    const waiting = [1, 2].map(() => turn(flooder, async () => 'waited'))
    await expect(turn(flooder, async () => 'never')).rejects.toMatchObject({ kind: 'too-many', retryAfterSeconds: 2 })
    const other = turn({ ...flooder, account: 'neighbour' }, async () => 'waited')
    await leave()
    expect(await Promise.all([...waiting, other])).toEqual(['waited', 'waited', 'waited'])
  })

  test('rejects the latest work of a flood when the queue is full, and nothing else', async () => {
    const { turn, occupy } = setUp({ queueLimit: 3 })
    const leave = occupy(flooder)
    const crowd = [1, 2, 3].map(() => turn(flooder, async () => 'waited'))
    const single = turn(fan, async () => 'waited')
    await expect(crowd[2]).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 2 })
    await expect(turn(flooder, async () => 'never')).rejects.toMatchObject({ kind: 'unavailable' })
    await leave()
    expect(await Promise.all([crowd[0], crowd[1], single])).toEqual(['waited', 'waited', 'waited'])
  })

  test('rejects work that waited longer than the timeout and runs the next', async () => {
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

  test('releases the slot when the work fails', async () => {
    const { turn } = setUp({ queueLimit: 1 })
    await expect(turn(fan, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await turn(fan, async () => 'yes')).toBe('yes')
  })
})
