import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '@purple-sector/service-kit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRenderer, type Renderer } from './renderer.ts'
import { startSsrWorker } from './ssr-worker.ts'

/** An SSR entry whose pages behave as their address says. */
const app = (word: string): string => `
  export const loadRoutes = async () => {}
  export const renderPage = async ({ address, isPhone }) => {
    if (address === '/none') return undefined
    if (address === '/breaks') throw new Error('it broke')
    if (address === '/dies') process.exit(3)
    if (address === '/hangs') for (;;) {}
    if (address === '/waits') await new Promise(() => {})
    return '<p>${word} ' + address + (isPhone ? ' on a phone' : '') + '</p>'
  }`

/** Timeout for a busy machine. */
const TIMEOUT = { timeout: 60_000, interval: 20 }

let folder: string
let file: string
const made: Renderer[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  file = join(folder, 'entry-server.js')
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(file, app('Drawn'))
})
afterEach(async () => {
  for (const renderer of made.splice(0)) await renderer.stop()
  await rm(folder, { recursive: true, force: true })
})

type Options = Partial<Parameters<typeof createRenderer>[0]['config']> & {
  renderTimeoutMs?: number
  overloadPauseMs?: number
}

const rendererWith = ({ renderTimeoutMs = 60_000, overloadPauseMs = 60_000, ...config }: Options = {}) => {
  const renderer = createRenderer({
    file,
    config: { isEnabled: true, timeoutMs: 60_000, queueLimit: 2, ...config },
    log: silentLogger(),
    renderTimeoutMs,
    overloadPauseMs,
    restartBackoffMs: 1,
  })
  made.push(renderer)
  const render = (address: string, isPhone = false) => renderer.render({ address, replies: [], isPhone, now: 0 })
  /** Waits for the worker; until then pages are rendered without SSR. */
  const ready = () => vi.waitFor(async () => expect(await render('/ready')).toContain('/ready'), TIMEOUT)
  return { renderer, render, ready }
}

test('renders a page once the worker is ready, and none before', { timeout: 60_000 }, async () => {
  const { render, ready } = rendererWith()
  expect(await render('/tipping')).toBeUndefined()
  await ready()
  expect(await render('/tipping')).toBe('<p>Drawn /tipping</p>')
  expect(await render('/tipping', true)).toBe('<p>Drawn /tipping on a phone</p>')
})

test('serves a page without SSR where the app renders none or fails, and the next one with it', async () => {
  const { render, ready } = rendererWith()
  await ready()
  expect(await render('/none')).toBeUndefined()
  expect(await render('/breaks')).toBeUndefined()
  expect(await render('/tipping')).toBe('<p>Drawn /tipping</p>')
})

test('renders one page and queues a few; pauses when the queue is full', async () => {
  const { render, ready, renderer } = rendererWith({ queueLimit: 2 })
  await ready()
  const rendering = render('/waits')
  // Waits for each page's place in the queue before the next one is requested.
  await vi.waitFor(() => expect(renderer.queueState()).toEqual({ rendering: 1, queued: 0 }), TIMEOUT)
  const first = render('/first')
  const second = render('/second')
  await vi.waitFor(() => expect(renderer.queueState()).toEqual({ rendering: 1, queued: 2 }), TIMEOUT)
  expect(await render('/third')).toBeUndefined()
  expect(await render('/fourth')).toBeUndefined()
  expect(renderer.queueState()).toEqual({ rendering: 1, queued: 2 })
  await renderer.stop()
  expect(await Promise.all([rendering, first, second])).toEqual([undefined, undefined, undefined])
})

test('renders again after the pause', async () => {
  const { render, ready, renderer } = rendererWith({ queueLimit: 1, overloadPauseMs: 1, renderTimeoutMs: 200 })
  await ready()
  void render('/waits')
  await vi.waitFor(() => expect(renderer.queueState().rendering).toBe(1), TIMEOUT)
  void render('/first')
  await vi.waitFor(() => expect(renderer.queueState().queued).toBe(1), TIMEOUT)
  expect(await render('/second')).toBeUndefined()
  await ready()
})

test('times out a page, and frees its place in the queue', async () => {
  const { render, ready, renderer } = rendererWith({ timeoutMs: 50, queueLimit: 1 })
  await ready()
  expect(await render('/waits')).toBeUndefined()
  expect(await render('/tipping')).toBeUndefined()
  expect(await render('/tipping')).toBeUndefined()
  expect(renderer.queueState().queued).toBe(0)
})

test.each(['/dies', '/hangs', '/waits'])('restarts a worker that ends or hangs (%s)', async (address) => {
  const { render, ready } = rendererWith({ renderTimeoutMs: address === '/dies' ? 60_000 : 200 })
  await ready()
  expect(await render(address)).toBeUndefined()
  await ready()
})

test('restarts the worker with a newer build', async () => {
  const { render, ready } = rendererWith()
  await ready()
  await writeFile(file, app('Drawn anew'))
  await utimes(file, new Date(), new Date(Date.now() + 10_000))
  await vi.waitFor(async () => expect(await render('/tipping')).toBe('<p>Drawn anew /tipping</p>'), TIMEOUT)
})

test('renders nothing without a build, with a broken one, or when disabled', async () => {
  await rm(file)
  expect(await rendererWith().render('/tipping')).toBeUndefined()
  await writeFile(file, 'throw new Error("half a build")')
  const broken = rendererWith()
  for (let tries = 0; tries < 5; tries++) expect(await broken.render('/tipping')).toBeUndefined()
  await writeFile(file, app('Drawn'))
  expect(await rendererWith({ isEnabled: false }).render('/tipping')).toBeUndefined()
})

test('ends the worker, and sends neither page, when a second render starts during one', async () => {
  const [ready, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  const onRendered = vi.fn()
  const worker = startSsrWorker(file, { onReady: ready.resolve, onRendered, onEnd: ended.resolve })
  await ready.promise
  for (const address of ['/waits', '/tipping']) worker.render({ address, replies: [], isPhone: false, now: 0 })
  expect(await ended.promise).toBe('a second page was sent while another one is being rendered')
  expect(onRendered).not.toHaveBeenCalled()
})
