import { fileURLToPath } from 'node:url'
import type { ServiceDefinition } from '@purple-sector/service-kit'
import { buildTipping } from './app.ts'
import { type Config, readConfig } from './config.ts'

export const tipping: ServiceDefinition<Config> = {
  name: 'tipping',
  migrationsDirectory: fileURLToPath(new URL('../migrations', import.meta.url)),
  readConfig,
  build: buildTipping,
}
