import { resolve } from 'node:path'
import {
  administratorPassword,
  ConfigError,
  logLevel,
  portNumber,
  readEnvironment,
} from '@purple-sector/service-kit/config'
import { z } from 'zod'

const addresses = z.string().transform((list) =>
  list
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== ''),
)

/**
 * Settings of the embedded runtime itself.
 * Services and gateway read their own settings from the environment.
 */
const embeddedSchema = z.object({
  PORT: portNumber.optional(),
  HOST: z.string().optional(),
  DATA_DIR: z.string().default('./var'),
  PUBLIC_URL: z.url().optional(),
  ADMIN_EMAILS: addresses.optional(),
  ADMIN_PASSWORD: administratorPassword.optional(),
  SAMPLE_DATA: z.enum(['on', 'off']).optional(),
  NODE_ENV: z.string().optional(),
  LOG_LEVEL: logLevel.optional(),
})

export type EmbeddedConfig = {
  /** Undefined: 8080, or the next free port. */
  port: number | undefined
  host: string | undefined
  dataDir: string
  publicUrl: string | undefined
  adminEmails: string[] | undefined
  adminPassword: string | undefined
  sampleData: boolean
  production: boolean
  logLevel: string
  /** The environment that the services' configs read. */
  environment: NodeJS.ProcessEnv
}

/** Reads the settings of the embedded runtime; every setting has a working default. */
export const readConfig = (environment: NodeJS.ProcessEnv): EmbeddedConfig => {
  const env = readEnvironment(embeddedSchema, environment)
  const production = env.NODE_ENV === 'production'
  if ((env.ADMIN_EMAILS === undefined) !== (env.ADMIN_PASSWORD === undefined))
    throw new ConfigError('ADMIN_EMAILS and ADMIN_PASSWORD go together: set both, or neither.')
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    publicUrl: env.PUBLIC_URL,
    adminEmails: env.ADMIN_EMAILS,
    adminPassword: env.ADMIN_PASSWORD,
    sampleData: (env.SAMPLE_DATA ?? (production ? 'off' : 'on')) === 'on',
    production,
    // In a terminal only warnings and errors are logged.
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    environment,
  }
}
