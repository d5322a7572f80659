import { SERVICES, type ServiceName } from '@purple-sector/contracts/services'
import { z } from 'zod'

/** A missing or invalid setting, as a sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Reads settings by a zod schema whose keys are variable names. Throws a `ConfigError` that lists every invalid one.
 */
export const readEnvironment = <T extends z.ZodType>(schema: T, env: NodeJS.ProcessEnv): z.infer<T> => {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(nonEmpty)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new ConfigError(`The environment is not complete.\n  ${problems.join('\n  ')}`)
}

const required = (description: string) => z.string({ error: `is needed (${description})` })
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
/** Log level. */
export const logLevel = z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)

const NO_PORT = 'must be a port: a number from 0 to 65535'
/** Port to listen on; 0 chooses a free one. */
export const portNumber = z.coerce.number(NO_PORT).int(NO_PORT).min(0, NO_PORT).max(65535, NO_PORT)

const NO_PASSWORD = 'needs 8 to 128 characters'
/** Password of the first administrator. */
export const administratorPassword = z.string().min(8, NO_PASSWORD).max(128, NO_PASSWORD)

/** Settings of every process of the distributed product. */
export const processSchema = z.object({
  PORT: portNumber.default(8080),
  HOST: z.string().default('0.0.0.0'),
  LOG_LEVEL: logLevel.default('info'),
  KAFKA_BROKERS: required('host:port, comma-separated').transform((list) => list.split(',').map((host) => host.trim())),
  /** Replication factor of created topics; at most the number of brokers. */
  KAFKA_REPLICATION: z.coerce.number().int().min(1).max(100).default(1),
  REDIS_URL: required('redis://host:port'),
  INTERNAL_SECRET: required('signs calls between services; at least 32 characters').min(32),
})

/** Settings of every service of the distributed product. */
export const serviceSchema = processSchema.extend({
  DATABASE_URL: required('postgres://role:password@host:port/database'),
  IDENTITY_PUBLIC_KEY: required('Ed25519, SPKI, base64; the gateway holds the private one'),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
})

export type ServiceEnvironment = z.infer<typeof serviceSchema>

/** Returns the name of the variable with a service's URLs. */
export const urlVariable = (service: string): string => `${service.toUpperCase()}_URL`

const isUrls = (list: string): boolean => list.split(',').every((url) => z.url().safeParse(url.trim()).success)
const baseUrls = z.string().refine(isUrls, { error: 'must be one or more URLs, separated by commas' })
const urls = z.object(Object.fromEntries(SERVICES.map((name) => [urlVariable(name), baseUrls.optional()])))

/** Reads the base URLs of the running services by name; several, separated by commas, are replicas of one service. */
export const serviceUrls = (env: NodeJS.ProcessEnv): Partial<Record<ServiceName, string>> => {
  const urlByVariable = readEnvironment(urls, env)
  return Object.fromEntries(
    SERVICES.flatMap((name) => {
      const url = urlByVariable[urlVariable(name)]
      return url === undefined ? [] : [[name, url]]
    }),
  )
}
