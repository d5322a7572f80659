import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../e2e/browser.ts'
import { type Shot, shots } from './shots.ts'
import { startStage } from './stage.ts'

const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1, isMobile: false, hasTouch: false },
} as const
const SCHEMES = ['dark', 'light'] as const
const STATES = ['data', 'empty', 'loading', 'failing'] as const
type State = (typeof STATES)[number]

const gallery = fileURLToPath(new URL('gallery', import.meta.url))
const only = process.argv[2]

const statesOf = ({ api, empty }: Shot): State[] =>
  STATES.filter((state) => state === 'data' || (api !== undefined && (state !== 'empty' || empty !== undefined)))

const disturb = async (page: Page, { api, empty }: Shot, state: State): Promise<void> => {
  if (state === 'data' || api === undefined) return
  // The board would come by the socket all the same.
  await page.routeWebSocket('**/ws', (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (!String(message).includes('"leaderboard_update"')) socket.send(message)
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
    // Held up: the page is closed before an answer comes.
  })
}

/** The page stands still: no request under way but those held up, fonts loaded, pictures drawn. */
const settle = async (page: Page, state: State): Promise<void> => {
  if (state !== 'loading') await page.waitForLoadState('networkidle').catch(() => {})
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(700)
}

const stage = await startStage()
const browser: Browser = await chromium.launch(await findChromium())
const pictures: string[] = []
try {
  if (!only) await rm(gallery, { recursive: true, force: true })
  await mkdir(gallery, { recursive: true })
  for (const shot of shots.filter(({ name }) => !only || only.split(',').includes(name)))
    for (const [size, options] of Object.entries(SIZES))
      for (const colorScheme of SCHEMES)
        for (const state of statesOf(shot)) {
          const context = await browser.newContext({
            ...options,
            colorScheme,
            reducedMotion: 'reduce',
            baseURL: stage.url,
          })
          await context.addCookies(stage.cookiesOf(shot.as))
          const page = await context.newPage()
          await disturb(page, shot, state)
          await page.goto(shot.path.replace('{scored}', String(stage.scored)))
          await settle(page, state)
          if (state === 'data' && shot.prepare) {
            await shot.prepare(page)
            await page.waitForTimeout(700)
          }
          const picture = `${shot.name}-${size}-${colorScheme}-${state}.png`
          await page.screenshot({ path: join(gallery, picture), animations: 'disabled' })
          pictures.push(picture)
          await context.close()
        }
  const figures = pictures.map(
    (name) => `<figure><img loading="lazy" src="${name}" alt=""><figcaption>${name.slice(0, -4)}</figcaption></figure>`,
  )
  const style =
    'body{background:#333;color:#eee;font:14px system-ui}figure{display:inline-block;margin:8px;vertical-align:top}img{width:420px}'
  await writeFile(
    join(gallery, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${figures.join('\n')}`,
  )
  console.log(`${pictures.length} pictures: ${join(gallery, 'index.html')}`)
} finally {
  await browser.close()
  await stage.stop()
}
