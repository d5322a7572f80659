import { describe, expect, test, vi } from 'vitest'
import { type BatchOutcome, type BatchRules, batchRequests, nextBatch } from './batch-requests.ts'

const waitingRequest = (partition: string, carId: number) => ({ partition, carId })

describe('nextBatch', () => {
  test('returns all waiting requests', () => {
    const queue = [waitingRequest('ann', 1), waitingRequest('bob', 2)]
    expect(nextBatch(queue)).toEqual([waitingRequest('ann', 1), waitingRequest('bob', 2)])
    expect(queue).toEqual([])
  })
  test('returns one request per partition key, the next one in the following batch', () => {
    const queue = [
      waitingRequest('ann', 1),
      waitingRequest('ann', 2),
      waitingRequest('bob', 3),
      waitingRequest('ann', 4),
    ]
    expect(nextBatch(queue)).toEqual([waitingRequest('ann', 1), waitingRequest('bob', 3)])
    expect(nextBatch(queue)).toEqual([waitingRequest('ann', 2)])
    expect(nextBatch(queue)).toEqual([waitingRequest('ann', 4)])
  })
  test('skips partition keys in flight', () => {
    const queue = [waitingRequest('ann', 1), waitingRequest('bob', 2)]
    expect(nextBatch(queue, new Set(['ann']))).toEqual([waitingRequest('bob', 2)])
    expect(queue).toEqual([waitingRequest('ann', 1)])
  })
  test('returns at most fifty requests', () => {
    const queue = Array.from({ length: 70 }, (_, index) => waitingRequest(`fan${index}`, index))
    expect(nextBatch(queue)).toHaveLength(50)
    expect(queue).toHaveLength(20)
    expect(queue[0]).toEqual(waitingRequest('fan50', 50))
  })
})

type Request = { user: string; text: string; room?: string }

/** Records the batches it gets; the test finishes them. */
const createBatcher = (rules: Partial<BatchRules<Request, string>> = {}) => {
  const batches: string[][] = []
  const handledAlone: string[] = []
  const gates: PromiseWithResolvers<void>[] = []
  const submit = batchRequests<Request, string>({
    batchKey: ({ room = 'a room' }) => room,
    partitionKey: ({ user }) => user,
    concurrency: 1,
    async handleBatch(requests) {
      batches.push(requests.map(({ text }) => text))
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      await gate.promise
      return requests.map(({ text }): BatchOutcome<string> => {
        if (text.startsWith('handle-one')) return 'handle-one'
        return text.startsWith('no') ? { rejection: new Error(text) } : { result: text }
      })
    },
    handleOne: async ({ text }) => {
      handledAlone.push(text)
      return `${text}, alone`
    },
    ...rules,
  })
  const finishBatch = (nth: number): Promise<void> =>
    vi.waitFor(() => {
      const gate = gates[nth]
      if (!gate) throw new Error(`${nth} has not started yet`)
      gate.resolve()
    })
  return { submit, batches, handledAlone, finishBatch }
}

describe('batchRequests', () => {
  test('runs a single request at once and batches requests that arrive meanwhile', async () => {
    const { submit, batches, finishBatch } = createBatcher()
    const all = ['a', 'b', 'c'].map((user) => submit({ user, text: `${user}1` }))
    expect(batches).toEqual([['a1']])
    void finishBatch(0)
    void finishBatch(1)
    expect(await Promise.all(all)).toEqual(['a1', 'b1', 'c1'])
    expect(batches).toEqual([['a1'], ['b1', 'c1']])
  })

  test('rejects only the requests of a batch whose outcome is a rejection', async () => {
    const { submit, finishBatch } = createBatcher()
    const all = ['a', 'no', 'c'].map((text) => submit({ user: text, text }))
    void finishBatch(0)
    void finishBatch(1)
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  test('runs batches of different keys concurrently', async () => {
    const { submit, batches, finishBatch } = createBatcher()
    const first = submit({ user: 'a', text: 'a1' })
    const other = submit({ user: 'b', text: 'b1', room: 'another room' })
    expect(batches).toEqual([['a1'], ['b1']])
    void finishBatch(1)
    expect(await other).toBe('b1')
    void finishBatch(0)
    expect(await first).toBe('a1')
  })

  test('handles requests of one partition key in order, also with several batches in flight', async () => {
    const { submit, batches, finishBatch } = createBatcher({ concurrency: 2 })
    const all = ['a1', 'a2'].map((text) => submit({ user: 'a', text }))
    const other = submit({ user: 'b', text: 'b1' })
    expect(batches).toEqual([['a1'], ['b1']])
    void finishBatch(1)
    await other
    expect(batches).toEqual([['a1'], ['b1']])
    void finishBatch(0)
    void finishBatch(2)
    expect(await Promise.all(all)).toEqual(['a1', 'a2'])
  })

  test('handles a request alone that cannot be batched, and then the next of its partition key', async () => {
    const gate = Promise.withResolvers<string>()
    const { submit, batches, finishBatch } = createBatcher({ handleOne: () => gate.promise })
    const first = submit({ user: 'a', text: 'handle-one' })
    const next = submit({ user: 'a', text: 'a2' })
    const other = submit({ user: 'b', text: 'b1' })
    void finishBatch(0)
    void finishBatch(1)
    expect(await other).toBe('b1')
    expect(batches).toEqual([['handle-one'], ['b1']])
    gate.resolve('in the end')
    expect(await first).toBe('in the end')
    void finishBatch(2)
    expect(await next).toBe('a2')
  })

  test('handles requests alone when the batch fails, but not when the database is unavailable', async () => {
    const failing = (error: Error) => createBatcher({ handleBatch: () => Promise.reject(error) })
    const broken = failing(new Error('one of them was wrong'))
    expect(await Promise.all(['a', 'b'].map((text) => broken.submit({ user: text, text })))).toEqual([
      ...['a, alone', 'b, alone'],
    ])
    const unavailable = failing(new Error('Connection terminated unexpectedly'))
    await expect(unavailable.submit({ user: 'a', text: 'a' })).rejects.toThrow('Connection terminated')
    expect(unavailable.handledAlone).toEqual([])
  })

  test('starts the next batch after the timeout of the previous one', async () => {
    const { submit, batches, finishBatch } = createBatcher({ timeoutMs: 1 })
    const first = submit({ user: 'a', text: 'a1' })
    const second = submit({ user: 'b', text: 'b1' })
    void finishBatch(1)
    expect(await second).toBe('b1')
    expect(batches).toEqual([['a1'], ['b1']])
    void finishBatch(0)
    expect(await first).toBe('a1')
  })
})
