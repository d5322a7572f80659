import { stat } from 'node:fs/promises'
import type { Logger } from '@purple-sector/service-kit'
import { countRender, observeRenderTime, type RenderOutcome } from './render-metrics.ts'
import type { RenderRequest } from './render-request.ts'
import { type SsrWorker, type StartWorker, startSsrWorker } from './ssr-worker.ts'

export type RendererConfig = {
  /** Whether pages of fans come drawn at all. */
  isEnabled: boolean
  /** So long, in ms, a page waits for its picture. */
  timeoutMs: number
  /** So many wait while one is drawn. */
  queueLimit: number
}

export type Renderer = {
  /** What a fan sees of a page; undefined where it is not there in time, and wherever drawing would be too much. */
  render(request: RenderRequest): Promise<string | undefined>
  /** How many are being drawn, and wait to be. */
  queueState(): { rendering: number; queued: number }
  stop(): Promise<void>
}

/** Where more come than can wait nothing is drawn for so long: everybody is better served without. */
const OVERLOAD_PAUSE_MS = 10_000
/** Nothing that ends takes so long. */
const RENDER_TIMEOUT_MS = 10_000
/** So long it may take to read the app; on a busy machine that is most of it. */
const START_TIMEOUT_MS = 60_000
/** Before it is started again after it has ended; twice as long after each end before it has drawn anything. */
const RESTART_BACKOFF = { minMs: 1_000, maxMs: 60_000 }

type Job = { request: RenderRequest; finish(outcome: RenderOutcome, html?: string): void }

type Thread = { worker: SsrWorker; writtenAt: number; isReady: boolean; timer: NodeJS.Timeout }

type Dependencies = {
  /** The app as its build made it for Node (`web/ssr-plugin.ts`). */
  file: string
  config: RendererConfig
  log: Logger
  start?: StartWorker
  renderTimeoutMs?: number
  overloadPauseMs?: number
  restartBackoffMs?: number
}

/** What becomes of a page is known once. */
const jobOf = (request: RenderRequest, done: (outcome: RenderOutcome, html?: string) => void): Job => {
  let isFinished = false
  return {
    request,
    finish(outcome, html) {
      if (isFinished) return
      isFinished = true
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
  renderTimeoutMs = RENDER_TIMEOUT_MS,
  overloadPauseMs = OVERLOAD_PAUSE_MS,
  restartBackoffMs = RESTART_BACKOFF.minMs,
}: Dependencies): Renderer => {
  let thread: Thread | undefined
  let rendering: { job: Job; since: number } | undefined
  const queue: Job[] = []
  let pausedUntil = 0
  let notBefore = 0
  let backoffMs = restartBackoffMs
  let isStopped = false

  const failPending = (outcome: RenderOutcome): void => {
    for (const job of [...(rendering ? [rendering.job] : []), ...queue.splice(0)]) job.finish(outcome)
    rendering = undefined
  }

  const end = (ended: Thread, reason: string): void => {
    if (thread !== ended) return
    clearTimeout(ended.timer)
    thread = undefined
    failPending('failed')
    notBefore = performance.now() + backoffMs
    backoffMs = Math.min(backoffMs * 2, RESTART_BACKOFF.maxMs)
    void ended.worker.end()
    if (!isStopped)
      log.warn(
        { event: 'ssr.worker_crashed', reason },
        'SSR worker crashed; pages are served without SSR until it restarts',
      )
  }

  const endAfter = (started: Thread, ms: number, reason: string): void => {
    clearTimeout(started.timer)
    started.timer = setTimeout(() => end(started, reason), ms).unref()
  }

  const next = (): void => {
    if (!thread?.isReady || rendering) return
    const job = queue.shift()
    if (!job) return
    rendering = { job, since: performance.now() }
    endAfter(thread, renderTimeoutMs, `a page was not rendered within ${renderTimeoutMs} ms`)
    thread.worker.render(job.request)
  }

  const startThread = (builtAt: number): void => {
    const worker = start(file, {
      onReady() {
        if (thread !== started) return
        clearTimeout(started.timer)
        started.isReady = true
        next()
      },
      onRendered(html) {
        if (thread !== started || !rendering) return
        clearTimeout(started.timer)
        const { job, since } = rendering
        rendering = undefined
        backoffMs = restartBackoffMs
        observeRenderTime(performance.now() - since)
        if ('error' in html) {
          log.warn({ event: 'ssr.render_failed', reason: html.error }, 'Page could not be rendered; served without SSR')
          job.finish('failed')
        } else if (html.html === undefined) job.finish('none')
        else job.finish('drawn', html.html)
        next()
      },
      onEnd: (reason) => end(started, reason),
    })
    const started: Thread = { worker, writtenAt: builtAt, isReady: false, timer: setTimeout(() => {}, 0) }
    thread = started
    endAfter(started, START_TIMEOUT_MS, `the worker was not ready within ${START_TIMEOUT_MS} ms`)
  }

  /** A thread with the newest build, as far as one may be started now. */
  const ensureReady = async (): Promise<boolean> => {
    const builtAt = await writtenAt(file)
    if (isStopped || builtAt === undefined) return false
    if (thread && thread.writtenAt !== builtAt) {
      const { worker, timer } = thread
      clearTimeout(timer)
      thread = undefined
      failPending('away')
      void worker.end()
    }
    if (!thread && performance.now() >= notBefore) startThread(builtAt)
    return thread?.isReady ?? false
  }

  const renderQueued = (request: RenderRequest): Promise<string | undefined> =>
    new Promise((resolve) => {
      const job = jobOf(request, (outcome, html) => {
        clearTimeout(timer)
        countRender(outcome)
        resolve(html)
      })
      const timer = setTimeout(() => {
        const place = queue.indexOf(job)
        if (place >= 0) queue.splice(place, 1)
        job.finish('late')
      }, config.timeoutMs)
      queue.push(job)
      next()
    })

  const skip = (outcome: RenderOutcome): undefined => {
    countRender(outcome)
    return undefined
  }

  return {
    async render(request) {
      if (!config.isEnabled || isStopped) return undefined
      if (performance.now() < pausedUntil) return skip('rush')
      if (!(await ensureReady())) return skip('away')
      if (queue.length < config.queueLimit) return renderQueued(request)
      pausedUntil = performance.now() + overloadPauseMs
      return skip('rush')
    },
    queueState: () => ({ rendering: rendering ? 1 : 0, queued: queue.length }),
    async stop() {
      isStopped = true
      const { worker, timer } = thread ?? {}
      thread = undefined
      clearTimeout(timer)
      failPending('away')
      await worker?.end()
    },
  }
}
