import type { Infrastructure } from './infrastructure.ts'

/** Addresses of the real Postgres, Redis and Kafka, by the names that services and tests read. */
export const infrastructureEnvironment = (infrastructure: Infrastructure): Record<string, string> => ({
  DATABASE_URL: infrastructure.databaseUrl,
  REDIS_URL: infrastructure.redisUrl,
  KAFKA_BROKERS: infrastructure.kafkaBrokers,
})

/** Formats `NAME=value` lines for an env file; the prefix `export ` makes them lines of a shell. */
export const environmentLines = (environment: Record<string, string>, prefix = ''): string =>
  Object.entries(environment)
    .map(([name, value]) => `${prefix}${name}=${value}\n`)
    .join('')
