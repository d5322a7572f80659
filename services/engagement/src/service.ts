import { fileURLToPath } from 'node:url'
import type { ServiceDefinition } from '@purple-sector/service-kit/service-definition'
import { settingsOf } from '@purple-sector/service-kit/settings'
import { type Config, environment, readConfig } from './config.ts'

/** What fans do beside tipping, and what they are told of it all. */
export const engagement: ServiceDefinition<Config> = {
  name: 'engagement',
  migrationsDirectory: fileURLToPath(new URL('../migrations', import.meta.url)),
  settings: settingsOf(environment),
  readConfig,
  // Loaded when it is built: whoever only reads the list of services needs none of its code.
  build: async (platform, config) => (await import('./app.ts')).buildEngagement(platform, config),
}
