import { fileURLToPath } from 'node:url'

/** The folder of the clone, with a trailing slash. */
export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url))
