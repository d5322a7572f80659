import type { ServiceName } from '@purple-sector/contracts/services'
import type { Platform, Service } from './platform.ts'
import type { Settings } from './settings.ts'

/** A service, described once: whoever needs the list of services, the product or a test, reads this. */
export type ServiceDefinition<Config = unknown> = {
  /** Also its folder under `services`, its schema and role, and the owner of its events. */
  name: ServiceName
  migrationsDirectory: string
  /** The variables that `readConfig` reads. */
  settings: Settings
  /** Its own settings; throws a `ConfigError` that names what is missing or wrong. */
  readConfig(env: NodeJS.ProcessEnv): Config
  /** Loads the code that `build` would load, for who has time for it before. */
  load?(): Promise<unknown>
  build(platform: Platform, config: Config): Promise<Service>
  /** Its processes besides `src/main.ts`, each named like its file: `scoring-worker` is `src/scoring-worker.ts`. */
  workers?: readonly string[]
}
