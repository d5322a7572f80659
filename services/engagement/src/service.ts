import { fileURLToPath } from 'node:url'
import type { ServiceDefinition } from '@purple-sector/service-kit/service-definition'
import { settingsOf } from '@purple-sector/service-kit/settings'
import { type Config, environment, readConfig } from './config.ts'

// Loaded on demand: readers of the list of services need none of its code.
const load = () => import('./app.ts')

/** The engagement service: what users do besides tipping, and their notifications. */
export const engagement: ServiceDefinition<Config> = {
  name: 'engagement',
  migrationsDirectory: fileURLToPath(new URL('../migrations', import.meta.url)),
  settings: settingsOf(environment),
  readConfig,
  load,
  build: async (platform, config) => (await load()).buildEngagement(platform, config),
}
