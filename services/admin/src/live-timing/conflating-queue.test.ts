import { expect, test } from 'vitest'
import { conflatingQueue } from './conflating-queue.ts'

/** Jobs that run until they are released, and which of them have run. */
const createTestQueue = () => {
  const enqueue = conflatingQueue<string>()
  const startedJobs: string[] = []
  const gates: (() => void)[] = []
  const send = (sequence: number, { key = 1, lane = 0, fails = false } = {}): Promise<string> =>
    enqueue(key, {
      ...{ lane, sequence },
      run: async () => {
        startedJobs.push(`${key}/${lane}/${sequence}`)
        await new Promise<void>((resolve) => gates.push(resolve))
        if (fails) throw new Error('failed')
        return `took ${sequence}`
      },
      supersededBy: (newer) => `${sequence} overtaken by ${newer}`,
    })
  return { send, startedJobs, finishNext: () => gates.shift()?.() }
}

test('queues only the newest job, and replies to superseded ones immediately', async () => {
  const { send, startedJobs, finishNext } = createTestQueue()
  const first = send(1)
  const queuedJobs = Array.from({ length: 1_000 }, (_, index) => send(index + 2))
  const staleJob = send(500)
  expect(await Promise.all(queuedJobs.slice(0, -1))).toContain('2 overtaken by 3')
  expect(await staleJob).toBe('500 overtaken by 1001')
  expect(startedJobs).toEqual(['1/0/1'])
  finishNext()
  expect(await first).toBe('took 1')
  finishNext()
  expect(await queuedJobs.at(-1)).toBe('took 1001')
  expect(startedJobs).toEqual(['1/0/1', '1/0/1001'])
})

test('runs different keys concurrently, and queues the newest job of each lane', async () => {
  const { send, startedJobs, finishNext } = createTestQueue()
  const jobs = [send(1), send(1, { key: 2 }), send(9, { lane: 1 }), send(2), send(3)]
  expect(startedJobs).toEqual(['1/0/1', '2/0/1'])
  expect(await jobs[3]).toBe('2 overtaken by 3')
  for (let turn = 0; turn < 4; turn += 1) {
    finishNext()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await Promise.all(jobs)).toEqual(['took 1', 'took 1', 'took 9', '2 overtaken by 3', 'took 3'])
})

test('continues after a job that fails', async () => {
  const { send, finishNext } = createTestQueue()
  const failing = send(1, { fails: true })
  const next = send(2)
  finishNext()
  await expect(failing).rejects.toThrow('failed')
  finishNext()
  expect(await next).toBe('took 2')
})
