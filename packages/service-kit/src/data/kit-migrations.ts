import { fileURLToPath } from 'node:url'
import { messagingMigrations } from '@purple-sector/messaging'

/**
 * Folders of the migrations that the kit needs in the schema of every service. They are frozen like those of the services,
 * and applied together with them in the order of their names.
 */
export const kitMigrations: readonly string[] = [
  messagingMigrations,
  fileURLToPath(new URL('../../migrations', import.meta.url)),
]
