import type { Infrastructure } from './infrastructure.ts'

/** Where the real Postgres, Redis and Kafka are, by the names that services and tests read. */
export const infrastructureEnvironment = (infrastructure: Infrastructure): Record<string, string> => ({
  DATABASE_URL: infrastructure.databaseUrl,
  REDIS_URL: infrastructure.redisUrl,
  KAFKA_BROKERS: infrastructure.kafkaBrokers,
})

/** `NAME=value` lines, as an env file holds them; with a prefix such as `export ` as a shell takes them. */
export const environmentLines = (environment: Record<string, string>, prefix = ''): string =>
  Object.entries(environment)
    .map(([name, value]) => `${prefix}${name}=${value}\n`)
    .join('')
