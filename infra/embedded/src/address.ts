import { join } from 'node:path'
import { writeFileAtomic } from '@purple-sector/machine/files'

/** Writes the local URL of the running product to the data folder, so that `make race-day` finds it on any port. */
export const writeAddress = (dataDir: string, url: string): Promise<void> =>
  writeFileAtomic(join(dataDir, 'address.json'), `${JSON.stringify({ url })}\n`, { mode: 0o644 })
