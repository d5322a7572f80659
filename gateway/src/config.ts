import { readEnvironment } from '@purple-sector/service-kit'
import { z } from 'zod'
import type { LoadLimits } from './overload/backlog.ts'
import type { Limits } from './pipeline/limits.ts'
import type { RendererConfig } from './ssr/renderer.ts'

export type GatewayConfig = {
  /** Public URL of the product. If it is set, only pages of its origin may write. */
  publicUrl: string | undefined
  /**
   * The proxies whose `X-Forwarded-For` is trusted: none, all, or these addresses, ranges and names (`loopback`).
   */
  trustProxy: boolean | string[]
  limits: Limits
  /** How many tips, and how many messages, may be in flight at once. */
  load: LoadLimits
  /** Memory limit of all cached replies together, in MB. */
  readMemoryMb: number
  /** How long a page waits for its prefetched replies, in ms. */
  prefetchTimeoutMs: number
  /** How pages of fans are rendered on the server. */
  renderer: RendererConfig
}

const limitPerMinute = (standard: number) => z.coerce.number().int().min(1).default(standard)

const publicUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .optional()
  .describe('Where people reach us')

const trustProxy = z
  .string()
  .default('none')
  .transform((value): GatewayConfig['trustProxy'] => {
    if (value === 'none') return false
    if (value === 'all') return true
    return value.split(',').map((address) => address.trim())
  })

/** The settings that the single process and the separate processes share; keys are names of environment variables. */
export const gatewaySchema = z.object({
  PUBLIC_URL: publicUrl,
  TRUST_PROXY: trustProxy,
  LIMIT_WRITES: limitPerMinute(600),
  LIMIT_ADMIN_WRITES: limitPerMinute(3000),
  LIMIT_OPEN_DATA: limitPerMinute(60),
  MAX_CONCURRENT_WRITES: z.coerce.number().int().min(1).default(100),
  MAX_QUEUE_WAIT_MS: z.coerce.number().int().min(1).default(250),
  BURST_SIZE: z.coerce.number().int().min(0).default(150),
  SSR_PREFETCH_TIMEOUT_MS: z.coerce.number().int().min(1).max(10_000).default(250),
  SSR_ENABLED: z.enum(['on', 'off']).default('on'),
  SSR_TIMEOUT_MS: z.coerce.number().int().min(1).max(10_000).default(100),
  SSR_QUEUE_LIMIT: z.coerce.number().int().min(1).max(1_000).default(4),
  READ_MEMORY_MB: z.coerce.number().int().min(1).max(1_000_000).default(128),
})

/** Reads the settings; the error names every invalid variable. */
export const readConfig = (env: NodeJS.ProcessEnv): GatewayConfig => {
  const settings = readEnvironment(gatewaySchema, env)
  return {
    publicUrl: settings.PUBLIC_URL,
    trustProxy: settings.TRUST_PROXY,
    limits: {
      writes: settings.LIMIT_WRITES,
      adminWrites: settings.LIMIT_ADMIN_WRITES,
      openData: settings.LIMIT_OPEN_DATA,
    },
    load: {
      concurrency: settings.MAX_CONCURRENT_WRITES,
      maxWaitMs: settings.MAX_QUEUE_WAIT_MS,
      burst: settings.BURST_SIZE,
    },
    readMemoryMb: settings.READ_MEMORY_MB,
    prefetchTimeoutMs: settings.SSR_PREFETCH_TIMEOUT_MS,
    renderer: {
      isEnabled: settings.SSR_ENABLED === 'on',
      timeoutMs: settings.SSR_TIMEOUT_MS,
      queueLimit: settings.SSR_QUEUE_LIMIT,
    },
  }
}

/** Whether the public URL is https. If it is, cookies are `__Host-` and `Secure`, and HSTS is sent. */
export const isServedSecurely = ({ publicUrl }: GatewayConfig): boolean => publicUrl?.startsWith('https:') ?? false
