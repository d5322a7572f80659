import { chmodSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { freePort } from '@purple-sector/machine/free-port'
import { findChromium } from './e2e/browser.ts'
import { dataDirectoryOf } from './e2e/data-directory.ts'
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

// The configuration is read again by every worker: what the first reading chose is handed on in the environment.
if (process.env.E2E_DATA_DIR === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'purple-sector-e2e-'))
  // The database runs as a user without privileges, who must be able to enter.
  chmodSync(folder, 0o755)
  process.env.E2E_DATA_DIR = folder
  process.once('exit', () => {
    try {
      // Who only lists journeys has put nothing there.
      rmdirSync(folder)
    } catch {
      // It was removed with its data, or keeps those of a run that was broken off.
    }
  })
}
const productOf = async (index: number) => {
  const variable = `E2E_PORT_${index}`
  process.env[variable] ??= String(await freePort())
  const port = process.env[variable]
  return { index, port, baseURL: `http://localhost:${port}`, dataDirectory: dataDirectoryOf(index) }
}
const products = await Promise.all(Array.from({ length: PRODUCTS }, (_, index) => productOf(index)))

const chromium = await findChromium()
/** A page of a journey lives for seconds: what compilers that optimize take for it does not come back. */
const launchOptions = { ...chromium, args: [...(chromium.args ?? []), '--js-flags=--no-maglev --no-turbofan'] }

export default defineConfig({
  testDir: './e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/products-ready.ts',
  globalTeardown: './e2e/remove-data.ts',
  metadata: { products: products.map(({ baseURL }) => baseURL) },
  // Ends what will never come: a machine with five times as much to do as it can takes its time.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  workers: products.length,
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
    baseURL: products[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]?.baseURL ?? '',
  },
  projects: [
    { name: 'desktop, waiting', ...desktop, testMatch: WAITING, workers: 1 },
    { name: 'phone, waiting', ...phone, testMatch: WAITING, workers: 1 },
    { name: 'desktop', ...desktop, testIgnore: WAITING },
    { name: 'phone', ...phone, testIgnore: WAITING },
  ],
  // With a `url` each would be waited for before the next is started: `globalSetup` waits for all of them.
  webServer: products.map(({ index, port, dataDirectory }) => ({
    name: `product ${index}`,
    command: 'node infra/embedded/src/main.ts',
    cwd: '..',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: port,
      DATA_DIR: dataDirectory,
      ADMIN_EMAILS: 'race-control@purple-sector.localhost',
      ADMIN_PASSWORD: 'the flag is green',
      LOG_LEVEL: 'warn',
      // However busy the machine is, fans' pages come with what they begin with, and drawn.
      FIRST_REPLIES_WAIT_MS: '10000',
      DRAWN_PAGES_WAIT_MS: '10000',
      DRAWN_PAGES_WAITING: '100',
      // A spreadsheet is read behind everything else.
      SHEET_TIMEOUT_MS: '30000',
      // Journeys stand in for the push services of browsers, on this machine.
      PUSH_ALLOW_PRIVATE: 'on',
      // And for those who are told by webhooks.
      TIMING_ALLOW_PRIVATE: 'on',
      WEBHOOKS_ALLOW_PRIVATE: 'on',
    },
  })),
})
