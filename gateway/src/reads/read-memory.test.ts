import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'

const program = fileURLToPath(new URL('../../test/read-every-page.ts', import.meta.url))
const printed = z.object({ before: z.number(), peak: z.number(), usedAfter: z.number() })

test('a client that reads every page of a large board does not fill the memory', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program])
  const { before, peak, usedAfter } = printed.parse(JSON.parse(stdout))
  // The pages make 460 MB, twice; 8 MB of them may be cached. The rest is garbage, collected later on a busy machine:
  // only the second assertion tests the cache.
  expect(peak - before).toBeLessThan(700)
  expect(usedAfter).toBeLessThan(80)
}, 120_000)
