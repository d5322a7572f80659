import { fileURLToPath } from 'node:url'
import type { ServiceDefinition } from '@purple-sector/service-kit/service-definition'
import { settingsOf } from '@purple-sector/service-kit/settings'
import { type Config, environment, readConfig } from './config.ts'

// Loaded lazily: a process that only reads the list of services does not need the service's code.
const load = () => import('./app.ts')

/** The identity service: accounts, sessions and profiles. */
export const identity: ServiceDefinition<Config> = {
  name: 'identity',
  migrationsDirectory: fileURLToPath(new URL('../migrations', import.meta.url)),
  settings: settingsOf(environment, { required: ['ADMIN_EMAILS', 'ADMIN_PASSWORD'] }),
  readConfig,
  load,
  build: async (platform, config) => (await load()).buildIdentity(platform, config),
}
