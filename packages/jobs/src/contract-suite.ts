import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { metricsText } from '@purple-sector/metrics'
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

const createGate = (): { opened: Promise<void>; open: () => void } => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

/** The contract of `Jobs`, run against every store. */
export const jobsContract = (storeName: string, openStore: () => Promise<JobStore>): void => {
  describe(`job queue on ${storeName}`, () => {
    let store: JobStore
    let jobs: Jobs
    let name: string
    beforeAll(async () => {
      store = await openStore()
      // The first worker creates the tables of its store, which may take longer than the timeout of a wake.
      const firstJobs = createJobs(store.connection, pino({ level: 'silent' }))
      const run = vi.fn(async () => {})
      firstJobs.worker('first', run)
      await vi.waitFor(async () => {
        await firstJobs.queue('first').wake('first', {})
        expect(run).toHaveBeenCalled()
      }, timeoutMs)
      await firstJobs.close()
    })
    afterAll(() => store.close())
    beforeEach(() => {
      name = `queue-${randomUUID()}`
      // In the product a sweep repeats a wake that timed out; the test has none.
      jobs = createJobs(store.connection, pino({ level: 'silent' }), { wakeTimeoutMs: timeoutMs })
    })
    afterEach(() => jobs.close())
    /** With default options, for tests in which the store is unreachable. */
    const withDefaults = (): Jobs => {
      jobs = createJobs(store.connection, pino({ level: 'silent' }))
      return jobs
    }

    /**
     * Wakes until the job has run, because a wake that times out is lost. Waits long enough, so that no extra run
     * follows.
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

    test('runs a woken job with any form of id', async () => {
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
      const { opened, open } = createGate()
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

    test('abandons a poison job, runs other jobs, and accepts its id again later', async () => {
      const { handler, ids } = collect()
      let isPoison = true
      const onAttempt = vi.fn()
      jobs.worker(name, async (job) => {
        if (job.id === 'poison') onAttempt()
        if (job.id === 'poison' && isPoison) throw new Error('poison')
        await handler(job)
      })
      const queue = jobs.queue(name, { attempts: 2, backoffMs: 20 })
      await queue.wake('poison', {})
      await queue.wake('race-1', {})
      await expect.poll(ids).toEqual(['race-1'])
      await vi.waitFor(() => expect(onAttempt).toHaveBeenCalledTimes(2), timeoutMs)
      isPoison = false
      await vi.waitFor(async () => {
        await queue.wake('poison', {})
        expect(ids()).toContain('poison')
      }, timeoutMs)
    })

    test('runs no more jobs concurrently than configured', async () => {
      const { opened, open } = createGate()
      let [running, maxRunning] = [0, 0]
      const onDone = vi.fn()
      jobs.worker(
        name,
        async () => {
          maxRunning = Math.max(maxRunning, ++running)
          await opened
          running--
          onDone()
        },
        { concurrency: 2 },
      )
      for (const id of ['a', 'b', 'c', 'd']) await jobs.queue(name).wake(id, {})
      await vi.waitFor(() => expect(running).toBe(2), timeoutMs)
      open()
      await vi.waitFor(() => expect(onDone).toHaveBeenCalledTimes(4), timeoutMs)
      expect(maxRunning).toBe(2)
    })

    test('finishes the running job on stop and leaves waiting jobs to another worker', async () => {
      const { opened, open } = createGate()
      const first = collect()
      const started = vi.fn()
      const worker = jobs.worker(name, async (job) => {
        started()
        await opened
        await first.handler(job)
      })
      await jobs.queue(name).wake('running', {})
      await vi.waitFor(() => expect(started).toHaveBeenCalledOnce(), timeoutMs)
      await jobs.queue(name).wake('waiting', {})
      const stopping = worker.stop()
      open()
      await stopping
      expect(first.ids()).toEqual(['running'])

      const second = collect()
      jobs.worker(name, second.handler)
      await expect.poll(second.ids).toEqual(['waiting'])
    })

    test('reruns the job of a worker killed with -9 within 20 s', { timeout: 40_000 }, async () => {
      const { handler, ids } = collect()
      const killedWorker = spawn(process.execPath, [hangingWorker, JSON.stringify(store.connection), name], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      onTestFinished(() => void killedWorker.kill('SIGKILL'))
      await jobs.queue(name).wake('race-1', {})
      expect(String(await once(killedWorker.stdout, 'data'))).toContain('started race-1')
      jobs.worker(name, handler)
      killedWorker.kill('SIGKILL')
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

    test('measures waiting and active jobs', async () => {
      const { opened, open } = createGate()
      const { handler } = collect()
      jobs.worker(name, async (job) => {
        await opened
        await handler(job)
      })
      for (const id of ['a', 'b', 'c']) await jobs.queue(name).wake(id, {})
      const counts = async () => {
        const { text } = await metricsText()
        const count = (state: string) => text.match(`job_queue_jobs{queue="${name}",state="${state}"} (\\d+)`)?.[1]
        return [count('active'), count('waiting')]
      }
      await expect.poll(counts, { timeout: timeoutMs }).toEqual(['1', '2'])
      open()
      await expect.poll(counts, { timeout: timeoutMs }).toEqual(['0', '0'])
    })

    test('never delays or fails the caller while its store is unreachable, and recovers', {
      timeout: 60_000,
    }, async () => {
      const { handler, ids } = collect()
      withDefaults().worker(name, handler)
      await wakeAndRun('before', ids)
      await store.cut()
      const startedAt = performance.now()
      await jobs.queue(name).wake('meanwhile', {})
      expect(performance.now() - startedAt).toBeLessThan(5_000)
      await store.restore()
      await wakeAndRun('after', ids)
    })

    test('stops while its store is unreachable', { timeout: 60_000 }, async () => {
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

    test('recovers when its store was unreachable at the start', { timeout: 60_000 }, async () => {
      await store.cut()
      const { handler, ids } = collect()
      withDefaults().worker(name, handler)
      await jobs.queue(name).wake('meanwhile', {})
      await store.restore()
      await wakeAndRun('after', ids)
    })
  })
}
