import type { Platform, Service } from './platform.ts'

/** A service, described once: whoever needs the list of services, the product or a test, reads this. */
export type ServiceDefinition<Config = unknown> = {
  /** One word in lower case: also its folder under `services`, its schema and role, and the owner of its events. */
  name: string
  migrationsDirectory: string
  /** Its own settings; throws a `ConfigError` that names what is missing or wrong. */
  readConfig(env: NodeJS.ProcessEnv): Config
  build(platform: Platform, config: Config): Promise<Service>
}
