import { readEnvironment } from '@purple-sector/service-kit/config'
import { z } from 'zod'

/** The variables it reads. */
export const environment = z.object({ CLOSE_TIMEOUT_MS: z.coerce.number().int().min(100).max(10_000).default(2_000) })

export type Config = {
  /** How long a write waits for tipping to close the race before it, or to take over what it published, in ms. */
  closeTimeoutMs: number
}

export const readConfig = (env: NodeJS.ProcessEnv): Config => ({
  closeTimeoutMs: readEnvironment(environment, env).CLOSE_TIMEOUT_MS,
})
