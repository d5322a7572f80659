import { readEnvironment } from '@purple-sector/service-kit/config'
import { z } from 'zod'

const milliseconds = z.coerce.number().int().min(100).max(60_000)
/** The variables it reads. */
export const environment = z.object({
  CLOSE_TIMEOUT_MS: milliseconds.default(2_000),
  PREVIEW_TIMEOUT_MS: milliseconds.default(10_000),
})

export type Config = {
  /** How long a first result waits for tipping to close the race, in ms. */
  closeTimeoutMs: number
  /** How long a preview waits for tipping to compute it, in ms. */
  previewTimeoutMs: number
}

export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const { CLOSE_TIMEOUT_MS: closeTimeoutMs, PREVIEW_TIMEOUT_MS: previewTimeoutMs } = readEnvironment(environment, env)
  return { closeTimeoutMs, previewTimeoutMs }
}
