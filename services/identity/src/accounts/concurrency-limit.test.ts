import { describe, expect, test } from 'vitest'
import { type ConcurrencyLimitOptions, createConcurrencyLimit, type QueueOwner } from './concurrency-limit.ts'

const fan: QueueOwner = { address: '10.0.0.1', account: 'fan' }
const flooder: QueueOwner = { address: '10.0.0.2', account: 'flooder' }

const setUp = (overrides: Partial<ConcurrencyLimitOptions> = {}) => {
  let time = 0
  const limitConcurrency = createConcurrencyLimit({
    concurrency: 1,
    queueLimit: 10,
    queueLimitPerOwner: 10,
    timeoutMs: 1_000,
    now: () => time,
    ...overrides,
  })
  /** Occupies a slot until the returned function is called. */
  const occupy = (owner: QueueOwner) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const finished = limitConcurrency(owner, () => promise)
    return async () => {
      resolve()
      await finished
    }
  }
  return { limitConcurrency, occupy, advanceTime: (ms: number) => (time += ms) }
}

describe('concurrency limit', () => {
  test('runs up to the limit and queues further work of one owner in order', async () => {
    const { limitConcurrency, occupy } = setUp({ concurrency: 2 })
    const release = [occupy(fan), occupy(fan)]
    const started: number[] = []
    const waiting = [1, 2, 3].map((each) => limitConcurrency(fan, async () => void started.push(each)))
    expect(started).toEqual([])
    await release[1]?.()
    await Promise.all(waiting)
    expect(started).toEqual([1, 2, 3])
    await release[0]?.()
  })

  test('alternates between addresses and accounts', async () => {
    const { limitConcurrency, occupy } = setUp()
    const release = occupy(flooder)
    const started: string[] = []
    const owners = [flooder, flooder, flooder, { ...flooder, account: 'neighbour' }, fan]
    const waiting = owners.map((owner) => limitConcurrency(owner, async () => void started.push(owner.account)))
    await release()
    await Promise.all(waiting)
    expect(started).toEqual(['flooder', 'neighbour', 'fan', 'flooder', 'flooder'])
  })

  test('treats the addresses of one IPv6 network as one', async () => {
    const { limitConcurrency, occupy } = setUp()
    const release = occupy(flooder)
    const started: string[] = []
    const owners = [1, 2, 3].map((host) => ({ address: `2001:db8:1:2::${host}`, account: `of ${host}` }))
    const waiting = [...owners, fan].map((owner) =>
      limitConcurrency(owner, async () => void started.push(owner.account)),
    )
    await release()
    await Promise.all(waiting)
    expect(started).toEqual(['of 1', 'of 2', 'fan', 'of 3'])
  })

  test('gives every second slot to browsers known to their account', async () => {
    const { limitConcurrency, occupy } = setUp()
    const release = occupy(flooder)
    const started: string[] = []
    const unknownBrowsers = [1, 2, 3].map((host) => ({ address: `10.9.0.${host}`, account: `stranger ${host}` }))
    const owners = [...unknownBrowsers, { ...fan, isKnownBrowser: true }]
    const waiting = owners.map((owner) => limitConcurrency(owner, async () => void started.push(owner.account)))
    await release()
    await Promise.all(waiting)
    expect(started).toEqual(['stranger 1', 'fan', 'stranger 2', 'stranger 3'])
  })

  test('rejects work above the queue limit of one account at one address immediately', async () => {
    const { limitConcurrency, occupy } = setUp({ queueLimitPerOwner: 2 })
    const release = occupy(flooder)
    const waiting = [1, 2].map(() => limitConcurrency(flooder, async () => 'waited'))
    await expect(limitConcurrency(flooder, async () => 'never')).rejects.toMatchObject({
      kind: 'too-many',
      retryAfterSeconds: 2,
    })
    const neighbourWork = limitConcurrency({ ...flooder, account: 'neighbour' }, async () => 'waited')
    await release()
    expect(await Promise.all([...waiting, neighbourWork])).toEqual(['waited', 'waited', 'waited'])
  })

  test('rejects only the latest work of a flood when the queue is full', async () => {
    const { limitConcurrency, occupy } = setUp({ queueLimit: 3 })
    const release = occupy(flooder)
    const flood = [1, 2, 3].map(() => limitConcurrency(flooder, async () => 'waited'))
    const fanWork = limitConcurrency(fan, async () => 'waited')
    await expect(flood[2]).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 2 })
    await expect(limitConcurrency(flooder, async () => 'never')).rejects.toMatchObject({ kind: 'unavailable' })
    await release()
    expect(await Promise.all([flood[0], flood[1], fanWork])).toEqual(['waited', 'waited', 'waited'])
  })

  test('rejects work that waited longer than the timeout and runs the next', async () => {
    const { limitConcurrency, occupy, advanceTime } = setUp({ timeoutMs: 1_000 })
    const release = occupy(fan)
    const expiredWork = limitConcurrency(fan, async () => 'never')
    const rejection = expect(expiredWork).rejects.toMatchObject({ kind: 'unavailable' })
    advanceTime(1_001)
    const nextWork = limitConcurrency(fan, async () => 'waited')
    await release()
    await rejection
    expect(await nextWork).toBe('waited')
    expect(await limitConcurrency(fan, async () => 'free again')).toBe('free again')
  })

  test('releases the slot when the work fails', async () => {
    const { limitConcurrency } = setUp({ queueLimit: 1 })
    await expect(limitConcurrency(fan, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await limitConcurrency(fan, async () => 'yes')).toBe('yes')
  })
})
