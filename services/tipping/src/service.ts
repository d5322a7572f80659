import { fileURLToPath } from 'node:url'
import type { ServiceDefinition } from '@purple-sector/service-kit/service-definition'
import { settingsOf } from '@purple-sector/service-kit/settings'
import { type Config, environment, readConfig } from './config.ts'

// Imported lazily: readers of the list of services need none of its code.
const load = () => import('./app.ts')

/** Tips, locks, points and boards. */
export const tipping: ServiceDefinition<Config> = {
  name: 'tipping',
  migrationsDirectory: fileURLToPath(new URL('../migrations', import.meta.url)),
  settings: settingsOf(environment),
  readConfig,
  load,
  build: async (platform, config) => (await load()).buildTipping(platform, config),
  workers: ['scoring-worker'],
}
