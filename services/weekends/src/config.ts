import { readEnvironment } from '@purple-sector/service-kit/config'
import { z } from 'zod'

/** The variables it reads. */
export const environment = z.object({
  CLOSE_TIMEOUT_MS: z.coerce.number().int().min(100).max(10_000).default(2_000),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).default('http://localhost:8080'),
})

export type Config = {
  /** How long a write waits for tipping to close the race before it, or to take over what it published, in ms. */
  closeTimeoutMs: number
  /** Where browsers reach the product: calendars lead there. */
  publicUrl: string
}

export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const { CLOSE_TIMEOUT_MS, PUBLIC_URL } = readEnvironment(environment, env)
  return { closeTimeoutMs: CLOSE_TIMEOUT_MS, publicUrl: PUBLIC_URL.replace(/\/+$/, '') }
}
