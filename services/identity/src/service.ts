import { fileURLToPath } from 'node:url'
import type { ServiceDefinition } from '@purple-sector/service-kit/service-definition'
import { settingsOf } from '@purple-sector/service-kit/settings'
import { environment, type IdentityConfig, readConfig } from './config.ts'

/** Accounts, sessions and profiles. */
export const identity: ServiceDefinition<IdentityConfig> = {
  name: 'identity',
  migrationsDirectory: fileURLToPath(new URL('../migrations', import.meta.url)),
  settings: settingsOf(environment, { required: ['ADMIN_EMAILS', 'ADMIN_PASSWORD'] }),
  readConfig,
  // Loaded when it is built: whoever only reads the list of services needs none of its code.
  build: async (platform, config) => (await import('./app.ts')).buildIdentity(platform, config),
}
