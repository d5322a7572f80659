import { stat } from 'node:fs/promises'
import type { RenderRequest } from '@purple-sector/contracts/page-document'
import type { Logger } from '@purple-sector/service-kit'
import { countRender, observeRenderTime, type RenderOutcome } from './render-metrics.ts'
import { type SsrWorker, type StartWorker, startSsrWorker } from './ssr-worker.ts'

export type RendererConfig = {
  /** Whether fans' pages are server-rendered at all. */
  isEnabled: boolean
  /** How long a page waits for its HTML, in ms. */
  timeoutMs: number
  /** How many pages may be queued while one is rendered. */
  queueLimit: number
}

export type Renderer = {
  /** The HTML of a page; undefined after the timeout, under load, and if the app renders no HTML for it. */
  render(request: RenderRequest): Promise<string | undefined>
  /** How many pages are being rendered, and are queued. */
  queueState(): { rendering: number; queued: number }
  stop(): Promise<void>
}

/** How long SSR pauses, in ms, after the queue was full: pages without SSR are served faster. */
const OVERLOAD_PAUSE_MS = 10_000
/** After this a render counts as hanging. */
const RENDER_TIMEOUT_MS = 10_000
/** Loading the app may take this long on a busy machine. */
const START_TIMEOUT_MS = 60_000
/** Backoff before the worker is restarted; doubled each time it ends without having rendered a page. */
const RESTART_BACKOFF = { minMs: 1_000, maxMs: 60_000 }

type Job = { request: RenderRequest; finish(outcome: RenderOutcome, html?: string): void }

type Thread = { worker: SsrWorker; writtenAt: number; isReady: boolean; timer: NodeJS.Timeout }

type Dependencies = {
  /** The web app's server build (`web/build/ssr-plugin.ts`). */
  file: string
  config: RendererConfig
  log: Logger
  start?: StartWorker
  renderTimeoutMs?: number
  overloadPauseMs?: number
  restartBackoffMs?: number
}

/** Creates a job, which reports its outcome once. */
const createJob = (request: RenderRequest, onFinish: (outcome: RenderOutcome, html?: string) => void): Job => {
  let isFinished = false
  return {
    request,
    finish(outcome, html) {
      if (isFinished) return
      isFinished = true
      onFinish(outcome, html)
    },
  }
}

/** When the build was written, in ms; undefined if there is none. */
const writtenAt = async (file: string): Promise<number | undefined> => {
  try {
    return (await stat(file)).mtimeMs
  } catch {
    return undefined
  }
}

/**
 * Renders fans' pages in a low-priority worker thread, one at a time.
 * A page that takes longer than `timeoutMs` is sent without SSR. The first page that might be rendered starts the
 * worker. It is restarted when it ends or hangs, and when there is a newer build.
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

  const endThread = (ended: Thread, reason: string): void => {
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
    started.timer = setTimeout(() => endThread(started, reason), ms).unref()
  }

  const renderNext = (): void => {
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
        renderNext()
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
        renderNext()
      },
      onEnd: (reason) => endThread(started, reason),
    })
    const started: Thread = { worker, writtenAt: builtAt, isReady: false, timer: setTimeout(() => {}, 0) }
    thread = started
    endAfter(started, START_TIMEOUT_MS, `the worker was not ready within ${START_TIMEOUT_MS} ms`)
  }

  /** Ensures a worker with the newest build, unless it is backing off; false until it is ready. */
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
      const job = createJob(request, (outcome, html) => {
        clearTimeout(timer)
        countRender(outcome)
        resolve(html)
      })
      const timer = setTimeout(() => {
        const index = queue.indexOf(job)
        if (index >= 0) queue.splice(index, 1)
        job.finish('late')
      }, config.timeoutMs)
      queue.push(job)
      renderNext()
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
