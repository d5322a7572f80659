import { stat } from 'node:fs/promises'
import type { Logger } from '@purple-sector/service-kit'
import { countRender, observeRenderTime, type RenderOutcome } from './render-metrics.ts'
import type { RenderRequest } from './render-request.ts'
import { type SsrWorker, type StartWorker, startSsrWorker } from './ssr-worker.ts'

export type RendererConfig = {
  /** Whether pages of fans come drawn at all. */
  isOn: boolean
  /** So long, in ms, a page waits for its picture. */
  waitMs: number
  /** So many wait while one is drawn. */
  waiting: number
}

export type Renderer = {
  /** What a fan sees of a page; undefined where it is not there in time, and wherever drawing would be too much. */
  of(wanted: RenderRequest): Promise<string | undefined>
  /** How many are being drawn, and wait to be. */
  waiting(): { drawn: number; waiting: number }
  stop(): Promise<void>
}

/** Where more come than can wait nothing is drawn for so long: everybody is better served without. */
const REST_MS = 10_000
/** Nothing that ends takes so long. */
const HUNG_MS = 10_000
/** So long it may take to read the app; on a busy machine that is most of it. */
const START_MS = 60_000
/** Before it is started again after it has ended; twice as long after each end before it has drawn anything. */
const AGAIN = { firstMs: 1_000, longestMs: 60_000 }

type Job = { wanted: RenderRequest; settle(outcome: RenderOutcome, html?: string): void }

type Thread = { worker: SsrWorker; writtenAt: number; isReady: boolean; timer: NodeJS.Timeout }

type Dependencies = {
  /** The app as its build made it for Node (`web/ssr-plugin.ts`). */
  file: string
  config: RendererConfig
  log: Logger
  start?: StartWorker
  hungMs?: number
  restMs?: number
  againMs?: number
}

/** What becomes of a page is known once. */
const jobOf = (wanted: RenderRequest, done: (outcome: RenderOutcome, html?: string) => void): Job => {
  let isSettled = false
  return {
    wanted,
    settle(outcome, html) {
      if (isSettled) return
      isSettled = true
      done(outcome, html)
    },
  }
}

/** When the build was written; undefined where there is none. */
const writtenAt = async (file: string): Promise<number | undefined> => {
  try {
    return (await stat(file)).mtimeMs
  } catch {
    return undefined
  }
}

/**
 * Draws pages of fans in a thread of its own: one at a time, behind everything else, and nothing that anybody waits long
 * for. The thread is started by the first page that might come drawn, and again where it ends, hangs, or there is a newer
 * build.
 */
export const createRenderer = ({
  file,
  config,
  log,
  start = startSsrWorker,
  hungMs = HUNG_MS,
  restMs = REST_MS,
  againMs = AGAIN.firstMs,
}: Dependencies): Renderer => {
  let thread: Thread | undefined
  let rendering: { job: Job; since: number } | undefined
  const queue: Job[] = []
  let restsUntil = 0
  let notBefore = 0
  let pauseMs = againMs
  let isStopped = false

  const giveUp = (outcome: RenderOutcome): void => {
    for (const job of [...(rendering ? [rendering.job] : []), ...queue.splice(0)]) job.settle(outcome)
    rendering = undefined
  }

  const end = (ended: Thread, reason: string): void => {
    if (thread !== ended) return
    clearTimeout(ended.timer)
    thread = undefined
    giveUp('failed')
    notBefore = performance.now() + pauseMs
    pauseMs = Math.min(pauseMs * 2, AGAIN.longestMs)
    void ended.worker.end()
    if (!isStopped) log.warn({ reason }, 'pages come without a picture until the thread that draws is there again')
  }

  const within = (made: Thread, ms: number, reason: string): void => {
    clearTimeout(made.timer)
    made.timer = setTimeout(() => end(made, reason), ms).unref()
  }

  const next = (): void => {
    if (!thread?.isReady || rendering) return
    const job = queue.shift()
    if (!job) return
    rendering = { job, since: performance.now() }
    within(thread, hungMs, `a page was not drawn within ${hungMs} ms`)
    thread.worker.draw(job.wanted)
  }

  const begin = (builtAt: number): void => {
    const worker = start(file, {
      onReady() {
        if (thread !== made) return
        clearTimeout(made.timer)
        made.isReady = true
        next()
      },
      onRendered(html) {
        if (thread !== made || !rendering) return
        clearTimeout(made.timer)
        const { job, since } = rendering
        rendering = undefined
        pauseMs = againMs
        observeRenderTime(performance.now() - since)
        if ('error' in html) {
          log.warn({ reason: html.error }, 'a page was not drawn')
          job.settle('failed')
        } else if (html.html === undefined) job.settle('none')
        else job.settle('drawn', html.html)
        next()
      },
      onEnd: (reason) => end(made, reason),
    })
    const made: Thread = { worker, writtenAt: builtAt, isReady: false, timer: setTimeout(() => {}, 0) }
    thread = made
    within(made, START_MS, `it was not ready within ${START_MS} ms`)
  }

  /** A thread with the newest build, as far as one may be started now. */
  const ready = async (): Promise<boolean> => {
    const builtAt = await writtenAt(file)
    if (isStopped || builtAt === undefined) return false
    if (thread && thread.writtenAt !== builtAt) {
      const { worker, timer } = thread
      clearTimeout(timer)
      thread = undefined
      giveUp('away')
      void worker.end()
    }
    if (!thread && performance.now() >= notBefore) begin(builtAt)
    return thread?.isReady ?? false
  }

  const drawn = (wanted: RenderRequest): Promise<string | undefined> =>
    new Promise((resolve) => {
      const job = jobOf(wanted, (outcome, html) => {
        clearTimeout(timer)
        countRender(outcome)
        resolve(html)
      })
      const timer = setTimeout(() => {
        const place = queue.indexOf(job)
        if (place >= 0) queue.splice(place, 1)
        job.settle('late')
      }, config.waitMs)
      queue.push(job)
      next()
    })

  const without = (outcome: RenderOutcome): undefined => {
    countRender(outcome)
    return undefined
  }

  return {
    async of(wanted) {
      if (!config.isOn || isStopped) return undefined
      if (performance.now() < restsUntil) return without('rush')
      if (!(await ready())) return without('away')
      if (queue.length < config.waiting) return drawn(wanted)
      restsUntil = performance.now() + restMs
      return without('rush')
    },
    waiting: () => ({ drawn: rendering ? 1 : 0, waiting: queue.length }),
    async stop() {
      isStopped = true
      const { worker, timer } = thread ?? {}
      thread = undefined
      clearTimeout(timer)
      giveUp('away')
      await worker?.end()
    },
  }
}
