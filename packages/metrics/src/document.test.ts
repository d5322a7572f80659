import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { metricsPage } from './document.ts'

test('docs/metrics.md is what the catalogue says', async () => {
  const written = await readFile(new URL('../../../docs/metrics.md', import.meta.url), 'utf8')
  expect(written, 'run `make metrics-docs`').toBe(metricsPage())
})
