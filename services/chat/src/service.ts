import { fileURLToPath } from 'node:url'
import type { ServiceDefinition } from '@purple-sector/service-kit/service-definition'
import { settingsOf } from '@purple-sector/service-kit/settings'
import { type Config, environment, readConfig } from './config.ts'

// Loaded lazily: a process that only reads the list of services does not need the service's code.
const load = () => import('./app.ts')

/** The chat service: messages in rooms of weekends and groups. */
export const chat: ServiceDefinition<Config> = {
  name: 'chat',
  migrationsDirectory: fileURLToPath(new URL('../migrations', import.meta.url)),
  settings: settingsOf(environment),
  readConfig,
  load,
  build: async (platform, config) => (await load()).buildChat(platform, config),
}
