import { fileURLToPath } from 'node:url'
import type { ServiceDefinition } from '@purple-sector/service-kit/service-definition'
import { settingsOf } from '@purple-sector/service-kit/settings'
import { type Config, environment, readConfig } from './config.ts'

/** Groups, their members and invitations. */
export const groups: ServiceDefinition<Config> = {
  name: 'groups',
  migrationsDirectory: fileURLToPath(new URL('../migrations', import.meta.url)),
  settings: settingsOf(environment),
  readConfig,
  // Loaded when it is built: whoever only reads the list of services needs none of its code.
  build: async (platform, config) => (await import('./app.ts')).buildGroups(platform, config),
}
