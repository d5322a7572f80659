import { describe, expect, test, vi } from 'vitest'
import { type BatchOutcome, type BatchRules, batchRequests, nextBatch } from './batch-requests.ts'

const of = (partition: string, carId: number) => ({ partition, carId })

describe('nextBatch', () => {
  test('returns all waiting requests', () => {
    const queue = [of('ann', 1), of('bob', 2)]
    expect(nextBatch(queue)).toEqual([of('ann', 1), of('bob', 2)])
    expect(queue).toEqual([])
  })
  test('returns one request per partition key, the next one in the following batch', () => {
    const queue = [of('ann', 1), of('ann', 2), of('bob', 3), of('ann', 4)]
    expect(nextBatch(queue)).toEqual([of('ann', 1), of('bob', 3)])
    expect(nextBatch(queue)).toEqual([of('ann', 2)])
    expect(nextBatch(queue)).toEqual([of('ann', 4)])
  })
  test('skips partition keys in flight', () => {
    const queue = [of('ann', 1), of('bob', 2)]
    expect(nextBatch(queue, new Set(['ann']))).toEqual([of('bob', 2)])
    expect(queue).toEqual([of('ann', 1)])
  })
  test('returns at most fifty requests', () => {
    const queue = Array.from({ length: 70 }, (_, index) => of(`fan${index}`, index))
    expect(nextBatch(queue)).toHaveLength(50)
    expect(queue).toHaveLength(20)
    expect(queue[0]).toEqual(of('fan50', 50))
  })
})

type Request = { who: string; what: string; where?: string }

/** Records the batches it gets; the test finishes them. */
const work = (over: Partial<BatchRules<Request, string>> = {}) => {
  const taken: string[][] = []
  const handleOne: string[] = []
  const gates: PromiseWithResolvers<void>[] = []
  const submit = batchRequests<Request, string>({
    batchKey: ({ where = 'here' }) => where,
    partitionKey: ({ who }) => who,
    concurrency: 1,
    async handleBatch(requests) {
      taken.push(requests.map(({ what }) => what))
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      await gate.promise
      return requests.map(({ what }): BatchOutcome<string> => {
        if (what.startsWith('handle-one')) return 'handle-one'
        return what.startsWith('no') ? { refusal: new Error(what) } : { result: what }
      })
    },
    handleOne: async ({ what }) => {
      handleOne.push(what)
      return `${what}, alone`
    },
    ...over,
  })
  const open = (nth: number): Promise<void> =>
    vi.waitFor(() => {
      const gate = gates[nth]
      if (!gate) throw new Error(`${nth} was not taken yet`)
      gate.resolve()
    })
  return { submit, taken, handleOne, open }
}

describe('batchRequests', () => {
  test('runs a single request at once and batches requests that arrive meanwhile', async () => {
    const { submit, taken, open } = work()
    const all = ['a', 'b', 'c'].map((who) => submit({ who, what: `${who}1` }))
    expect(taken).toEqual([['a1']])
    void open(0)
    void open(1)
    expect(await Promise.all(all)).toEqual(['a1', 'b1', 'c1'])
    expect(taken).toEqual([['a1'], ['b1', 'c1']])
  })

  test('rejects only the refused requests of a batch', async () => {
    const { submit, open } = work()
    const all = ['a', 'no', 'c'].map((what) => submit({ who: what, what }))
    void open(0)
    void open(1)
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  test('runs batches of different keys concurrently', async () => {
    const { submit, taken, open } = work()
    const first = submit({ who: 'a', what: 'a1' })
    const other = submit({ who: 'b', what: 'b1', where: 'there' })
    expect(taken).toEqual([['a1'], ['b1']])
    void open(1)
    expect(await other).toBe('b1')
    void open(0)
    expect(await first).toBe('a1')
  })

  test('handles requests of one partition key in order, also with several batches in flight', async () => {
    const { submit, taken, open } = work({ concurrency: 2 })
    const all = ['a1', 'a2'].map((what) => submit({ who: 'a', what }))
    const other = submit({ who: 'b', what: 'b1' })
    expect(taken).toEqual([['a1'], ['b1']])
    void open(1)
    await other
    expect(taken).toEqual([['a1'], ['b1']])
    void open(0)
    void open(2)
    expect(await Promise.all(all)).toEqual(['a1', 'a2'])
  })

  test('handles a request alone that cannot be batched, and then the next of its partition key', async () => {
    const gate = Promise.withResolvers<string>()
    const { submit, taken, open } = work({ handleOne: () => gate.promise })
    const first = submit({ who: 'a', what: 'handle-one' })
    const next = submit({ who: 'a', what: 'a2' })
    const other = submit({ who: 'b', what: 'b1' })
    void open(0)
    void open(1)
    expect(await other).toBe('b1')
    expect(taken).toEqual([['handle-one'], ['b1']])
    gate.resolve('in the end')
    expect(await first).toBe('in the end')
    void open(2)
    expect(await next).toBe('a2')
  })

  test('handles requests alone when the batch fails, but not when the database is unavailable', async () => {
    const failing = (error: Error) => work({ handleBatch: () => Promise.reject(error) })
    const broken = failing(new Error('one of them was wrong'))
    expect(await Promise.all(['a', 'b'].map((what) => broken.submit({ who: what, what })))).toEqual([
      ...['a, alone', 'b, alone'],
    ])
    const away = failing(new Error('Connection terminated unexpectedly'))
    await expect(away.submit({ who: 'a', what: 'a' })).rejects.toThrow('Connection terminated')
    expect(away.handleOne).toEqual([])
  })

  test('starts the next batch after the timeout of the previous one', async () => {
    const { submit, taken, open } = work({ timeoutMs: 1 })
    const first = submit({ who: 'a', what: 'a1' })
    const second = submit({ who: 'b', what: 'b1' })
    void open(1)
    expect(await second).toBe('b1')
    expect(taken).toEqual([['a1'], ['b1']])
    void open(0)
    expect(await first).toBe('a1')
  })
})
