import { join } from 'node:path'

/** Where the product of a screen keeps its data, mails too. */
export const dataDirectoryOf = (screen: string): string => join(process.env.E2E_DATA_DIR ?? '', screen)
