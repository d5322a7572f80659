import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { freePort } from '@purple-sector/testing/free-port'
import { findChromium } from './e2e/browser.ts'

// The configuration is read again by every worker: what the first reading chose is handed on in the environment.
process.env.E2E_PORT ??= String(await freePort())
if (process.env.E2E_DATA_DIR === undefined) {
  process.env.E2E_DATA_DIR = mkdtempSync(join(tmpdir(), 'purple-sector-e2e-'))
  // The database runs as a user without privileges, who must be able to enter.
  chmodSync(process.env.E2E_DATA_DIR, 0o755)
}
const baseURL = `http://localhost:${process.env.E2E_PORT}`

export default defineConfig({
  testDir: './e2e',
  testMatch: '**/*.e2e.ts',
  globalTeardown: './e2e/remove-data.ts',
  // Ends what will never come: a machine with five times as much to do as it can takes its time.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['../packages/testing/src/playwright-totals-reporter.ts']],
  use: {
    baseURL,
    launchOptions: await findChromium(),
    trace: 'retain-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
  webServer: {
    command: 'node infra/embedded/src/main.ts',
    cwd: '..',
    url: `${baseURL}/readyz`,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 60_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: process.env.E2E_PORT,
      DATA_DIR: process.env.E2E_DATA_DIR,
      ADMIN_EMAILS: 'race-control@purple-sector.localhost',
      ADMIN_PASSWORD: 'the flag is green',
      LOG_LEVEL: 'warn',
    },
  },
})
