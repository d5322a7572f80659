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
 * Weekends are everybody's: what one journey does must not be seen by another, so each worker has a product of its own.
 * Two cores have room for four: with five each took longer for it.
 */
const PRODUCTS = 4

/**
 * Journeys of people who have chosen a delay, sit in a tunnel or wait for a deadline: they hardly compute. They come first,
 * one of a screen at a time, beside those that do; else nobody uses the cores while several of them wait.
 */
const WAITING = ['**/chat-rooms.e2e.ts', '**/push.e2e.ts', '**/spoiler-delay.e2e.ts']

const portOf = async (index: number): Promise<string> => {
  const variable = `E2E_PORT_${index}`
  // The configuration is read again by every worker: what the first reading chose is handed on in the environment.
  process.env[variable] ??= String(await freePort())
  return process.env[variable]
}
const ports = await Promise.all(Array.from({ length: PRODUCTS }, (_, index) => portOf(index)))

const chromium = await findChromium()
/** A page of a journey lives for seconds: what compilers that optimize take for it does not come back. */
const launchOptions = { ...chromium, args: [...(chromium.args ?? []), '--js-flags=--no-maglev --no-turbofan'] }

export default defineConfig({
  testDir: './e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/start-products.ts',
  metadata: { ports },
  // Ends what will never come: a machine with five times as much to do as it can takes its time.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  workers: PRODUCTS,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['../packages/testing/src/runs/playwright-totals-reporter.ts']],
  use: {
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    launchOptions,
    // A trace takes as long again as the journey: who needs one asks for it with `--trace retain-on-failure`.
    screenshot: 'only-on-failure',
    // People who ask for less motion: whoever lives a journey with it says so (`WITH_MOTION`).
    contextOptions: { reducedMotion: 'reduce' },
    // Where a busy machine answers late, a worker brings what it has kept: only journeys about that let one in.
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
