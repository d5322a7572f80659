import { fileURLToPath } from 'node:url'

/** Folder of the migrations that messaging needs in the schema of every service. */
export const messagingMigrations = fileURLToPath(new URL('../migrations', import.meta.url))
