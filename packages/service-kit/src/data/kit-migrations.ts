import { fileURLToPath } from 'node:url'
import { messagingMigrations } from '@purple-sector/messaging'

/**
 * The migrations of the tables that the kit needs in the schema of every service. They are frozen like those of the
 * services, and applied together with them, all in the order of their names.
 */
export const kitMigrations: readonly string[] = [
  messagingMigrations,
  fileURLToPath(new URL('../../migrations', import.meta.url)),
]
