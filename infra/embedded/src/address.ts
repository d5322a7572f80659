import { join } from 'node:path'
import { writeFileAtomic } from '@purple-sector/machine/files'

/** Writes the product's local URL to the data folder, so that `make race-day` finds any port. */
export const writeAddress = (dataDir: string, url: string): Promise<void> =>
  writeFileAtomic(join(dataDir, 'address.json'), `${JSON.stringify({ url })}\n`, { mode: 0o644 })
