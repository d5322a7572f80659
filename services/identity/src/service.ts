import { fileURLToPath } from 'node:url'
import type { ServiceDefinition } from '@purple-sector/service-kit/service-definition'
import { settingsOf } from '@purple-sector/service-kit/settings'
import { environment, type IdentityConfig, readConfig } from './config.ts'

// Not loaded before it is asked for: whoever only reads the list of services needs none of its code.
const load = () => import('./app.ts')

/** Accounts, sessions and profiles. */
export const identity: ServiceDefinition<IdentityConfig> = {
  name: 'identity',
  migrationsDirectory: fileURLToPath(new URL('../migrations', import.meta.url)),
  settings: settingsOf(environment, { required: ['ADMIN_EMAILS', 'ADMIN_PASSWORD'] }),
  readConfig,
  load,
  build: async (platform, config) => (await load()).buildIdentity(platform, config),
}
