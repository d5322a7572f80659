import { defineConfig } from '@playwright/test'
import { freePort } from '@purple-sector/machine/free-port'
import { findChromium } from './e2e/browser.ts'
import { ANY_SCREEN, ON_A_PHONE } from './e2e/screens.ts'

const desktop = { use: { viewport: { width: 1440, height: 900 } }, grepInvert: new RegExp(ON_A_PHONE.tag) }
const phone = {
  use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  grepInvert: new RegExp(ANY_SCREEN.tag),
}

/**
 * Weekends are global, so tests must not see each other's: each worker has its own product. Two cores have room for
 * four; with five each took longer.
 */
const PRODUCTS = 4

/**
 * Tests that mostly wait: for a spoiler delay, in a tunnel, for a deadline. They come first, one per screen at a time,
 * beside tests that compute; else the cores idle while several of them wait.
 */
const WAITING = ['**/chat-rooms.e2e.ts', '**/push.e2e.ts', '**/spoiler-delay.e2e.ts']

const portOf = async (index: number): Promise<string> => {
  const variable = `E2E_PORT_${index}`
  // Every worker reads the configuration again: values chosen by the first read are passed on in the environment.
  process.env[variable] ??= String(await freePort())
  return process.env[variable]
}
const ports = await Promise.all(Array.from({ length: PRODUCTS }, (_, index) => portOf(index)))

const chromium = await findChromium()
/** A page lives for seconds: the time of optimizing compilers is not earned back. */
const launchOptions = { ...chromium, args: [...(chromium.args ?? []), '--js-flags=--no-maglev --no-turbofan'] }

export default defineConfig({
  testDir: './e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/start-products.ts',
  metadata: { ports },
  // Ends a test that hangs: a machine with five times its load takes its time.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  workers: PRODUCTS,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['../packages/testing/src/runs/playwright-totals-reporter.ts']],
  use: {
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    launchOptions,
    // A trace takes as long again as the test; `--trace retain-on-failure` records one.
    screenshot: 'only-on-failure',
    // Tests ask for less motion, unless they use `WITH_MOTION`.
    contextOptions: { reducedMotion: 'reduce' },
    // When a busy machine replies late, a service worker serves cached pages: only tests about that allow one.
    serviceWorkers: 'block',
    baseURL: `http://localhost:${ports[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]}`,
  },
  projects: [
    { name: 'desktop, waiting', ...desktop, testMatch: WAITING, workers: 1 },
    { name: 'phone, waiting', ...phone, testMatch: WAITING, workers: 1 },
    { name: 'desktop', ...desktop, testIgnore: WAITING },
    { name: 'phone', ...phone, testIgnore: WAITING },
  ],
})
