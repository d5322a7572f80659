import { fileURLToPath } from 'node:url'
import type { ServiceDefinition } from '@purple-sector/service-kit/service-definition'
import { settingsOf } from '@purple-sector/service-kit/settings'
import { type Config, environment, readConfig } from './config.ts'

// Imported lazily: readers of the list of services need none of its code.
const load = () => import('./app.ts')

/** Groups, their members and invitations. */
export const groups: ServiceDefinition<Config> = {
  name: 'groups',
  migrationsDirectory: fileURLToPath(new URL('../migrations', import.meta.url)),
  settings: settingsOf(environment),
  readConfig,
  load,
  build: async (platform, config) => (await load()).buildGroups(platform, config),
}
