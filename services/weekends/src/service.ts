import { fileURLToPath } from 'node:url'
import type { ServiceDefinition } from '@purple-sector/service-kit'
import { buildWeekends } from './app.ts'
import { type Config, readConfig } from './config.ts'

export const weekends: ServiceDefinition<Config> = {
  name: 'weekends',
  migrationsDirectory: fileURLToPath(new URL('../migrations', import.meta.url)),
  readConfig,
  build: buildWeekends,
}
