import { join } from 'node:path'

/** Where the product of a worker keeps its data, mails too. */
export const dataDirectoryOf = (parallelIndex: number): string =>
  join(process.env.E2E_DATA_DIR ?? '', String(parallelIndex))
