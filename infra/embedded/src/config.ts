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

/** What the embedded way itself reads; services and gateway read the rest of the environment through their own configs. */
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
  /** Undefined: 8080, or the next free one. */
  port: number | undefined
  host: string | undefined
  dataDir: string
  publicUrl: string | undefined
  adminEmails: string[] | undefined
  adminPassword: string | undefined
  sampleData: boolean
  production: boolean
  logLevel: string
  /** The environment as the services' configs read it. */
  environment: NodeJS.ProcessEnv
}

/** Reads the settings of the embedded way; every one has a working value. */
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
    // At a newcomer's terminal only what matters is said.
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    environment,
  }
}
