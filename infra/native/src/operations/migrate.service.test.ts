import { execFile } from 'node:child_process'
import { services } from '@purple-sector/product'
import { passwordVariable } from '@purple-sector/product/processes'
import { createTestDatabase } from '@purple-sector/testing'
import { expect, onTestFinished, test } from 'vitest'
import { repositoryRoot } from '../repository-root.ts'

/** Runs the step `migrate`; returns its exit code and output. */
const runMigrate = (databaseUrl: string): Promise<{ failed: boolean; output: string }> => {
  const passwords = Object.fromEntries(services.map(({ name }) => [passwordVariable(name), 'a new one']))
  const env = { ...process.env, DATABASE_URL: databaseUrl, KAFKA_BROKERS: '127.0.0.1:1', ...passwords }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['infra/native/src/operations/migrate.ts'],
      { cwd: repositoryRoot, env },
      (error, stdout, stderr) => resolve({ failed: error !== null, output: stdout + stderr }),
    )
  })
}

test('migrate explains what to do, without a stack, when the data were created with another .env', async () => {
  const { adminUrl, drop } = await createTestDatabase({ service: 'migrating' })
  onTestFinished(drop)
  const url = new URL(adminUrl)
  url.password = 'of-another-env-file'
  const { failed, output } = await runMigrate(url.href)
  expect(failed).toBe(true)
  expect(output).toContain('make database-password')
  expect(output).not.toContain('    at ')
})
