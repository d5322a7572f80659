import { createECDH } from 'node:crypto'
import { type MailConfig, mailConfigOf, mailEnvironment, publicUrlOf } from '@purple-sector/mail/config'
import { ConfigError, readEnvironment } from '@purple-sector/service-kit/config'
import { z } from 'zod'
import type { VapidKeys } from './delivery/delivery-key-repository.ts'

/** The environment variables of the service. */
export const environment = z.object({
  ...mailEnvironment,
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'must be 65 bytes as base64url')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 32 bytes as base64url')
    .optional(),
  PUSH_ALLOW_PRIVATE: z.enum(['on', 'off']).default('off'),
  PUSH_RATE: z.coerce.number().int().min(1).max(10_000).default(200),
  LIMIT_INVITE_PREVIEWS: z.coerce.number().int().min(1).default(1_200),
})

export type Config = {
  /** Public address of the product without a trailing slash; links in mails and shares start with it. */
  publicUrl: string
  mail: MailConfig
  /** Keys by which push services know this installation; undefined means that they are generated once and stored. */
  vapid: VapidKeys | undefined
  /** Allows push services in private networks and without TLS, for a test double. */
  allowPrivatePush: boolean
  /** Deliveries that a process starts per second. */
  pushRate: number
  /** Views of shared pages and images per minute and address; a whole grandstand may share one address. */
  maxSharedPreviews: number
}

/** Whether the keys belong together; otherwise push services reject every push, or signing fails. */
const isPair = ({ publicKey, privateKey }: VapidKeys): boolean => {
  try {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(privateKey, 'base64url')
    return pair.getPublicKey('base64url') === publicKey
  } catch {
    return false
  }
}

const vapidOf = (publicKey: string | undefined, privateKey: string | undefined): VapidKeys | undefined => {
  if (publicKey === undefined && privateKey === undefined) return undefined
  if (publicKey === undefined || privateKey === undefined)
    throw new ConfigError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together: give both, or none.')
  const keys = { publicKey, privateKey }
  if (!isPair(keys)) throw new ConfigError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are no pair of P-256.')
  return keys
}

export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const parsed = readEnvironment(environment, env)
  return {
    publicUrl: publicUrlOf(parsed),
    mail: mailConfigOf(parsed),
    vapid: vapidOf(parsed.VAPID_PUBLIC_KEY, parsed.VAPID_PRIVATE_KEY),
    allowPrivatePush: parsed.PUSH_ALLOW_PRIVATE === 'on',
    pushRate: parsed.PUSH_RATE,
    maxSharedPreviews: parsed.LIMIT_INVITE_PREVIEWS,
  }
}
