import { availableParallelism } from 'node:os'
import { type MailConfig, mailConfigOf, mailEnvironment, publicUrlOf } from '@purple-sector/mail/config'
import { administratorPassword, ConfigError, readEnvironment } from '@purple-sector/service-kit/config'
import { z } from 'zod'

/** Cost of argon2id, and the limits of concurrent hashing. */
export type HashingConfig = {
  memoryKib: number
  passes: number
  lanes: number
  /** Number of concurrent hashes. */
  concurrency: number
  /** Maximum of queued hashes; beyond it the owner with most of them is rejected with 503. */
  queueLimit: number
}

export type OidcConfig = { issuer: URL; clientId: string; clientSecret: string | undefined; scopes: string }

export type Config = {
  /** Public URL of the product, without a trailing slash: for links in mails, the cookie names and redirects. */
  publicUrl: string
  /** In lower case. */
  adminEmails: string[]
  /** If set, the account of the first of `adminEmails` is created at the start. */
  adminPassword: string | undefined
  hashing: HashingConfig
  mail: MailConfig
  oidc: OidcConfig | undefined
  limits: {
    /** Per address and minute. */
    registrations: number
    /** Per minute, of an account at an address or in a known browser. */
    signIns: number
    /**
     * Failed sign-ins before a growing delay: per account and address or browser in 15 minutes, per address in an hour.
     */
    signInsPerAccount: number
    signInsPerAddress: number
  }
}

const count = (fallback: number, min = 1, max = 1_000_000) =>
  z.coerce.number().int().min(min).max(max).default(fallback)
const emails = z.string().transform((list) =>
  list
    .split(',')
    .map((email) => email.trim().toLowerCase())
    .filter((email) => email !== ''),
)

/** Environment variables of the service. */
export const environment = z.object({
  ...mailEnvironment,
  ADMIN_EMAILS: emails.default([]),
  ADMIN_PASSWORD: administratorPassword.optional(),
  OIDC_ISSUER: z.url().optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_SCOPES: z.string().default('openid email profile'),
  // OWASP's minimum for argon2id is 19 MiB, two passes, one lane.
  PASSWORD_HASH_MEMORY_KIB: count(19_456, 8_192),
  PASSWORD_HASH_PASSES: count(2, 1, 100),
  PASSWORD_HASH_LANES: count(1, 1, 16),
  // Hashes run on the thread pool that also resolves names and reads files: one of its four threads stays free.
  PASSWORD_HASH_CONCURRENCY: count(Math.min(3, availableParallelism()), 1, 64),
  PASSWORD_HASH_WAITING: count(1_000),
  LIMIT_REGISTRATION: count(60),
  LIMIT_SIGN_INS: count(60),
  LIMIT_SIGN_INS_PER_ACCOUNT: count(10),
  LIMIT_SIGN_INS_PER_ADDRESS: count(100),
})

type Environment = z.infer<typeof environment>

const oidcOf = (env: Environment): OidcConfig | undefined => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = env
  if (issuer === undefined && clientId === undefined) return undefined
  if (issuer === undefined) throw new ConfigError('OIDC_CLIENT_ID is set, OIDC_ISSUER is not.')
  if (clientId === undefined) throw new ConfigError('OIDC_ISSUER is set, OIDC_CLIENT_ID is not.')
  return { issuer: new URL(issuer), clientId, clientSecret: env.OIDC_CLIENT_SECRET, scopes: env.OIDC_SCOPES }
}

/** Reads the settings of identity; throws a `ConfigError` that names a missing or invalid one. */
export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const parsed = readEnvironment(environment, env)
  if (parsed.ADMIN_PASSWORD !== undefined && parsed.ADMIN_EMAILS.length === 0)
    throw new ConfigError('ADMIN_PASSWORD is set, ADMIN_EMAILS is not: whose password is it?')
  if (parsed.ADMIN_PASSWORD === undefined && parsed.ADMIN_EMAILS.length > 0)
    throw new ConfigError('ADMIN_EMAILS is set, ADMIN_PASSWORD is not: the first administrator needs one.')
  return {
    publicUrl: publicUrlOf(parsed),
    adminEmails: parsed.ADMIN_EMAILS,
    adminPassword: parsed.ADMIN_PASSWORD,
    hashing: {
      memoryKib: parsed.PASSWORD_HASH_MEMORY_KIB,
      passes: parsed.PASSWORD_HASH_PASSES,
      lanes: parsed.PASSWORD_HASH_LANES,
      concurrency: parsed.PASSWORD_HASH_CONCURRENCY,
      queueLimit: parsed.PASSWORD_HASH_WAITING,
    },
    mail: mailConfigOf(parsed),
    oidc: oidcOf(parsed),
    limits: {
      registrations: parsed.LIMIT_REGISTRATION,
      signIns: parsed.LIMIT_SIGN_INS,
      signInsPerAccount: parsed.LIMIT_SIGN_INS_PER_ACCOUNT,
      signInsPerAddress: parsed.LIMIT_SIGN_INS_PER_ADDRESS,
    },
  }
}
