import { expect, test } from 'vitest'
import { conflatingQueue } from './conflating-queue.ts'

/** Jobs that run until they are released, and which of them have run. */
const desk = () => {
  const enqueue = conflatingQueue<string>()
  const ran: string[] = []
  const gates: (() => void)[] = []
  const send = (sequence: number, { key = 1, lane = 0, fails = false } = {}): Promise<string> =>
    enqueue(key, {
      ...{ lane, sequence },
      run: async () => {
        ran.push(`${key}/${lane}/${sequence}`)
        await new Promise<void>((resolve) => gates.push(resolve))
        if (fails) throw new Error('failed')
        return `took ${sequence}`
      },
      supersededBy: (newer) => `${sequence} overtaken by ${newer}`,
    })
  return { send, ran, letGo: () => gates.shift()?.() }
}

test('queues only the newest job, and replies to superseded ones immediately', async () => {
  const { send, ran, letGo } = desk()
  const first = send(1)
  const flood = Array.from({ length: 1_000 }, (_, index) => send(index + 2))
  const late = send(500)
  expect(await Promise.all(flood.slice(0, -1))).toContain('2 overtaken by 3')
  expect(await late).toBe('500 overtaken by 1001')
  expect(ran).toEqual(['1/0/1'])
  letGo()
  expect(await first).toBe('took 1')
  letGo()
  expect(await flood.at(-1)).toBe('took 1001')
  expect(ran).toEqual(['1/0/1', '1/0/1001'])
})

test('runs different keys concurrently, and queues the newest job of each lane', async () => {
  const { send, ran, letGo } = desk()
  const all = [send(1), send(1, { key: 2 }), send(9, { lane: 1 }), send(2), send(3)]
  expect(ran).toEqual(['1/0/1', '2/0/1'])
  expect(await all[3]).toBe('2 overtaken by 3')
  for (let turn = 0; turn < 4; turn += 1) {
    letGo()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await Promise.all(all)).toEqual(['took 1', 'took 1', 'took 9', '2 overtaken by 3', 'took 3'])
})

test('continues after a job that fails', async () => {
  const { send, letGo } = desk()
  const failing = send(1, { fails: true })
  const next = send(2)
  letGo()
  await expect(failing).rejects.toThrow('failed')
  letGo()
  expect(await next).toBe('took 2')
})
