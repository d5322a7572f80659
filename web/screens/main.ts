import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../e2e/browser.ts'
import { dropPrefetched } from '../e2e/drop-prefetched.ts'
import { screenshotGallery } from './gallery-screenshots.ts'
import { isLikeCall, type Recording, record, replay } from './recording.ts'
import { startScreensProduct } from './screens-product.ts'
import { serveFolder } from './serve-folder.ts'
import type { Shot } from './shot.ts'
import { shots } from './shots.ts'
import { stableScreenshot } from './stable-screenshot.ts'

// Screens to capture (all, if none is named). ¶ `--record` stores the product's replies; `--replay` captures the same
// screens from them, without the product and at the same instant: any difference is then caused by the client.
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, record: { type: 'string' }, replay: { type: 'string' } },
})

const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  tablet: { viewport: { width: 900, height: 1100 }, deviceScaleFactor: 1, isMobile: false, hasTouch: false },
  desktop: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1, isMobile: false, hasTouch: false },
} as const
const SCHEMES = ['dark', 'light'] as const
const STATES = ['data', 'empty', 'loading', 'failing'] as const
type State = (typeof STATES)[number]

const REPLAY_ORIGIN = 'http://screens.localhost'
const gallery = options.out ? resolve(options.out) : fileURLToPath(new URL('gallery', import.meta.url))
const only = positionals.flatMap((names) => names.split(',')).filter((name) => name !== '')

const statesOf = ({ api, empty }: Shot): State[] =>
  STATES.filter((state) => state === 'data' || (api !== undefined && (state !== 'empty' || empty !== undefined)))

/**
 * Between phone and desktop one screenshot per screen is enough: the colours are theirs. The same holds for a
 * recording.
 */
const isWanted = (size: string, scheme: string, state: State): boolean =>
  (size !== 'tablet' && !options.record) || (scheme === 'dark' && state === 'data')

const isDisturbed = ({ api }: Shot, state: State): boolean => state !== 'data' && api !== undefined

const disturb = async (page: Page, { api, empty }: Shot, state: State): Promise<void> => {
  if (state === 'data' || api === undefined) return
  // Prefetched data would be shown whatever is answered.
  await dropPrefetched(page)
  // Otherwise the board would come by the socket.
  if (!options.replay)
    await page.routeWebSocket('**/ws', (socket) => {
      const server = socket.connectToServer()
      server.onMessage((message) => {
        if (!isLikeCall(String(message))) socket.send(message)
      })
    })
  await page.route(api, async (route) => {
    if (state === 'failing')
      await route.fulfill({
        status: 503,
        json: { code: 'UNAVAILABLE', message: 'The service is busy. Please try again.' },
      })
    else if (state === 'empty')
      await route.fulfill({
        status: 200,
        contentType: 'application/json',
        headers: { 'x-total-count': '0', 'x-board-version': '1' },
        body: typeof empty === 'function' ? empty(new URL(route.request().url()).pathname) : (empty ?? '[]'),
      })
    // Delayed: the page is closed before a reply comes.
  })
}

/** Waits until the page is still: no request in flight but the delayed ones, fonts loaded. */
const waitUntilStill = async (page: Page, state: State): Promise<void> => {
  if (state !== 'loading') await page.waitForLoadState('networkidle').catch(() => {})
  await page.evaluate(() => document.fonts.ready)
}

/** Starts the product, or reads its recording. */
const prepareProduct = async () => {
  if (!options.replay) return startScreensProduct()
  const recording: Recording = JSON.parse(await readFile(options.replay, 'utf8'))
  return { url: REPLAY_ORIGIN, scored: recording.scored, recording, cookiesOf: () => [], stop: async () => {} }
}

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const stage = await prepareProduct()
const recorded: Recording = { at: new Date().toISOString(), scored: stage.scored, replies: {}, frames: {} }
const browser: Browser = await chromium.launch(await findChromium())
const screenshots: string[] = []

const takeShot = async (shot: Shot, size: keyof typeof SIZES, colorScheme: 'dark' | 'light', state: State) => {
  const context = await browser.newContext({
    ...SIZES[size],
    colorScheme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    baseURL: stage.url,
  })
  await context.addCookies(stage.cookiesOf(shot.as))
  const page = await context.newPage()
  if (options.record && state === 'data') {
    // What a document carries is in no reply.
    await dropPrefetched(page)
    record(page, shot.as, recorded)
  }
  if ('recording' in stage) {
    await serveFolder(page, REPLAY_ORIGIN, dist, 'index.html')
    await replay(page, shot.as, stage.recording, isDisturbed(shot, state))
  }
  await disturb(page, shot, state)
  await page.goto(shot.path.replace('{scored}', String(stage.scored)))
  await waitUntilStill(page, state)
  if (shot.open) {
    await shot.open(page)
    await waitUntilStill(page, state)
  }
  if (state === 'data' && shot.prepare) await shot.prepare(page)
  const screenshot = `${shot.name}-${size}-${colorScheme}-${state}.png`
  await writeFile(join(gallery, screenshot), await stableScreenshot(page))
  screenshots.push(screenshot)
  await context.close()
}

try {
  if (only.length === 0) await rm(gallery, { recursive: true, force: true })
  await mkdir(gallery, { recursive: true })
  for (const shot of shots.filter(({ name }) => only.length === 0 || only.includes(name)))
    for (const size of ['phone', 'tablet', 'desktop'] as const)
      for (const colorScheme of SCHEMES)
        for (const state of statesOf(shot))
          if (isWanted(size, colorScheme, state)) await takeShot(shot, size, colorScheme, state)
  if (only.length === 0 || only.includes('components'))
    screenshots.push(...(await screenshotGallery(browser, SIZES, gallery)))
  const figures = screenshots.map(
    (name) => `<figure><img loading="lazy" src="${name}" alt=""><figcaption>${name.slice(0, -4)}</figcaption></figure>`,
  )
  const style =
    'body{background:#333;color:#eee;font:14px system-ui}figure{display:inline-block;margin:8px;vertical-align:top}img{width:420px}'
  await writeFile(
    join(gallery, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${figures.join('\n')}`,
  )
  if (options.record) await writeFile(options.record, JSON.stringify(recorded))
  console.log(`${screenshots.length} pictures: ${join(gallery, 'index.html')}`)
} finally {
  await browser.close()
  await stage.stop()
}
