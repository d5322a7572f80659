import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Leaves a note of where this machine reaches the running product, so that `make race-day` finds it on any port. */
export const writeAddress = (dataDir: string, url: string): Promise<void> =>
  writeFile(join(dataDir, 'address.json'), `${JSON.stringify({ url })}\n`)
