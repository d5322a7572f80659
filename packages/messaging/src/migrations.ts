import { fileURLToPath } from 'node:url'

/** The migrations of the tables and functions that messaging needs in the schema of every service. */
export const messagingMigrations = fileURLToPath(new URL('../migrations', import.meta.url))
