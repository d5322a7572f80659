import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createJobs, type Job, type Jobs, type JobsConnection } from './index.ts'

/** The store under test, and the faults that a test can inject. */
export type JobStore = {
  connection: JobsConnection
  cut(): Promise<void>
  restore(): Promise<void>
  /** Deletes all data. */
  empty(): Promise<void>
  close(): Promise<void>
}

const hangingWorker = fileURLToPath(new URL('./fixtures/hanging-worker.ts', import.meta.url))

/** Timeout of an outcome on a busy machine; most take milliseconds. */
const timeoutMs = 30_000

const gate = (): { opened: Promise<void>; open: () => void } => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

/** The contract of `Jobs`, run against every store. */
export const jobsContract = (where: string, openStore: () => Promise<JobStore>): void => {
  describe(`job queue on ${where}`, () => {
    let store: JobStore
    let jobs: Jobs
    let name: string
    beforeAll(async () => {
      store = await openStore()
      // The first worker creates the tables of its store, which may take longer than the timeout of a wake.
      const first = createJobs(store.connection, pino({ level: 'silent' }))
      const run = vi.fn(async () => {})
      first.worker('first', run)
      await vi.waitFor(async () => {
        await first.queue('first').wake('first', {})
        expect(run).toHaveBeenCalled()
      }, timeoutMs)
      await first.close()
    })
    afterAll(() => store.close())
    beforeEach(() => {
      name = `queue-${randomUUID()}`
      // A wake that timed out would be repeated by a sweep, which does not exist here.
      jobs = createJobs(store.connection, pino({ level: 'silent' }), { wakeTimeoutMs: timeoutMs })
    })
    afterEach(() => jobs.close())
    /** With default options, for tests in which the store is away. */
    const withDefaults = (): Jobs => {
      jobs = createJobs(store.connection, pino({ level: 'silent' }))
      return jobs
    }

    /**
     * Wakes until the job has run, because a wake that times out is lost. Waits long enough to leave no extra run
     * behind.
     */
    const wakeAndRun = (id: string, ids: () => string[]): Promise<void> =>
      vi.waitFor(async () => {
        await jobs.queue(name).wake(id, {})
        await vi.waitFor(() => expect(ids()).toContain(id), 1_000)
      }, timeoutMs)

    const collect = (): { runs: Job[]; handler: (job: Job) => Promise<void>; ids: () => string[] } => {
      const runs: Job[] = []
      return { runs, handler: async (job) => void runs.push(job), ids: () => runs.map(({ id }) => id) }
    }

    test('runs a woken job, whatever its id looks like', async () => {
      const { runs, handler } = collect()
      jobs.worker(name, handler)
      await jobs.queue(name).wake('race:12', { raceId: 12 })
      await jobs.queue(name).wake('12', { raceId: 12 })
      await expect
        .poll(() => runs)
        .toEqual([
          { id: 'race:12', data: { raceId: 12 }, attempt: 1 },
          { id: '12', data: { raceId: 12 }, attempt: 1 },
        ])
    })

    test('combines waiting wakes of one id into one run', async () => {
      const { handler, ids } = collect()
      for (let times = 0; times < 5; times++) await jobs.queue(name).wake('race-1', {})
      await jobs.queue(name).wake('last', {})
      jobs.worker(name, handler)
      await expect.poll(ids).toEqual(['race-1', 'last'])
    })

    test('runs again for a wake that arrives during a run', async () => {
      const { opened, open } = gate()
      const { handler, ids } = collect()
      const started = vi.fn()
      jobs.worker(name, async (job) => {
        started()
        await opened
        await handler(job)
      })
      await jobs.queue(name).wake('race-1', {})
      await vi.waitFor(() => expect(started).toHaveBeenCalledOnce(), timeoutMs)
      await jobs.queue(name).wake('race-1', {})
      await jobs.queue(name).wake('race-1', {})
      open()
      await expect.poll(ids).toEqual(['race-1', 'race-1'])
      await jobs.queue(name).wake('last', {})
      await expect.poll(ids).toEqual(['race-1', 'race-1', 'last'])
    })

    test('runs again for an id that has finished', async () => {
      const { handler, ids } = collect()
      jobs.worker(name, handler)
      await jobs.queue(name).wake('race-1', {})
      await expect.poll(ids).toHaveLength(1)
      await vi.waitFor(async () => {
        await jobs.queue(name).wake('race-1', {})
        expect(ids().length).toBeGreaterThan(1)
      }, timeoutMs)
    })

    test('retries a failing job after a backoff', async () => {
      const attempts: number[] = []
      jobs.worker(name, async ({ attempt }) => {
        attempts.push(attempt)
        if (attempt < 3) throw new Error('not yet')
      })
      await jobs.queue(name, { backoffMs: 50 }).wake('race-1', {})
      await expect.poll(() => attempts).toEqual([1, 2, 3])
    })

    test('abandons a poison job, runs the others, and accepts its id again later', async () => {
      const { handler, ids } = collect()
      let isPoison = true
      const tried = vi.fn()
      jobs.worker(name, async (job) => {
        if (job.id === 'poison') tried()
        if (job.id === 'poison' && isPoison) throw new Error('poison')
        await handler(job)
      })
      const queue = jobs.queue(name, { attempts: 2, backoffMs: 20 })
      await queue.wake('poison', {})
      await queue.wake('race-1', {})
      await expect.poll(ids).toEqual(['race-1'])
      await vi.waitFor(() => expect(tried).toHaveBeenCalledTimes(2), timeoutMs)
      isPoison = false
      await vi.waitFor(async () => {
        await queue.wake('poison', {})
        expect(ids()).toContain('poison')
      }, timeoutMs)
    })

    test('runs no more jobs concurrently than configured', async () => {
      const { opened, open } = gate()
      let [running, most] = [0, 0]
      const done = vi.fn()
      jobs.worker(
        name,
        async () => {
          most = Math.max(most, ++running)
          await opened
          running--
          done()
        },
        { concurrency: 2 },
      )
      for (const id of ['a', 'b', 'c', 'd']) await jobs.queue(name).wake(id, {})
      await vi.waitFor(() => expect(running).toBe(2), timeoutMs)
      open()
      await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(4), timeoutMs)
      expect(most).toBe(2)
    })

    test('finishes the running job on stop and leaves the rest to another worker', async () => {
      const { opened, open } = gate()
      const first = collect()
      const started = vi.fn()
      const worker = jobs.worker(name, async (job) => {
        started()
        await opened
        await first.handler(job)
      })
      await jobs.queue(name).wake('running', {})
      await vi.waitFor(() => expect(started).toHaveBeenCalledOnce(), timeoutMs)
      await jobs.queue(name).wake('left', {})
      const stopping = worker.stop()
      open()
      await stopping
      expect(first.ids()).toEqual(['running'])

      const second = collect()
      jobs.worker(name, second.handler)
      await expect.poll(second.ids).toEqual(['left'])
    })

    test('reruns the job of a worker killed with -9 within 20 s', { timeout: 40_000 }, async () => {
      const { handler, ids } = collect()
      const victim = spawn(process.execPath, [hangingWorker, JSON.stringify(store.connection), name], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      onTestFinished(() => void victim.kill('SIGKILL'))
      await jobs.queue(name).wake('race-1', {})
      expect(String(await once(victim.stdout, 'data'))).toContain('started race-1')
      jobs.worker(name, handler)
      victim.kill('SIGKILL')
      await expect.poll(ids, { timeout: 20_000 }).toEqual(['race-1'])
    })

    test('continues to work after its store was emptied', async () => {
      const { handler, ids } = collect()
      jobs.worker(name, handler)
      await jobs.queue(name).wake('before', {})
      await expect.poll(ids).toEqual(['before'])
      await store.empty()
      await wakeAndRun('after', ids)
    })

    test('never delays or fails the caller while its store is away, and recovers by itself', {
      timeout: 60_000,
    }, async () => {
      const { handler, ids } = collect()
      withDefaults().worker(name, handler)
      await wakeAndRun('before', ids)
      await store.cut()
      const start = performance.now()
      await jobs.queue(name).wake('meanwhile', {})
      expect(performance.now() - start).toBeLessThan(5_000)
      await store.restore()
      await wakeAndRun('after', ids)
    })

    test('stops while its store is away', { timeout: 60_000 }, async () => {
      const { handler, ids } = collect()
      const worker = withDefaults().worker(name, handler)
      await wakeAndRun('before', ids)
      await store.cut()
      onTestFinished(() => store.restore())
      await worker.stop()
      await jobs.close()
    })

    test('stops when its store was never reachable', { timeout: 60_000 }, async () => {
      await store.cut()
      onTestFinished(() => store.restore())
      const worker = withDefaults().worker(name, async () => {})
      await jobs.queue(name).wake('meanwhile', {})
      await worker.stop()
      await jobs.close()
    })

    test('recovers when its store was away from the start', { timeout: 60_000 }, async () => {
      await store.cut()
      const { handler, ids } = collect()
      withDefaults().worker(name, handler)
      await jobs.queue(name).wake('meanwhile', {})
      await store.restore()
      await wakeAndRun('after', ids)
    })
  })
}
