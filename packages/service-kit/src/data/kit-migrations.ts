import { fileURLToPath } from 'node:url'
import { messagingMigrations } from '@purple-sector/messaging'

/**
 * Folders of the migrations that the kit needs in the schema of every service, applied together with those of the service
 * in the order of their names.
 */
export const kitMigrations: readonly string[] = [
  messagingMigrations,
  fileURLToPath(new URL('../../migrations', import.meta.url)),
]
