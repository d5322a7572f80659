import { readEnvironment } from '@purple-sector/service-kit/config'
import { PARSING_TIMEOUT_MS } from '@purple-sector/service-kit/data/parsing-limits'
import { z } from 'zod'

const milliseconds = z.coerce.number().int().min(100).max(60_000)
const MIN_KEY_LENGTH = 16
const keys = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((key) => key.trim())
      .filter((key) => key !== ''),
  )
  .refine((list) => list.every((key) => key.length >= MIN_KEY_LENGTH), {
    error: `must be keys of at least ${MIN_KEY_LENGTH} characters, comma-separated`,
  })

/** The environment variables of the service. */
export const environment = z.object({
  CLOSE_TIMEOUT_MS: milliseconds.default(2_000),
  PREVIEW_TIMEOUT_MS: milliseconds.default(10_000),
  SHEET_TIMEOUT_MS: milliseconds.default(PARSING_TIMEOUT_MS),
  TIMING_ALLOW_PRIVATE: z.enum(['on', 'off']).default('off'),
  TIMING_KEYS: keys,
  WEBHOOKS_ALLOW_PRIVATE: z.enum(['on', 'off']).default('off'),
})

export type Config = {
  /** How long a first result waits for tipping to close the race, in ms. */
  closeTimeoutMs: number
  /** How long a preview waits for tipping to compute it, in ms. */
  previewTimeoutMs: number
  /** How long a spreadsheet may take to read, in ms. */
  sheetTimeoutMs: number
  /** Allows webhooks to private networks and over plain HTTP. */
  allowPrivateWebhooks: boolean
  /** Allows timing sources in private networks, local files and plain HTTP. */
  allowPrivateTiming: boolean
  /** Keys with which programs may push timing without a session. */
  timingKeys: readonly string[]
}

export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const parsed = readEnvironment(environment, env)
  return {
    closeTimeoutMs: parsed.CLOSE_TIMEOUT_MS,
    previewTimeoutMs: parsed.PREVIEW_TIMEOUT_MS,
    sheetTimeoutMs: parsed.SHEET_TIMEOUT_MS,
    allowPrivateTiming: parsed.TIMING_ALLOW_PRIVATE === 'on',
    timingKeys: parsed.TIMING_KEYS,
    allowPrivateWebhooks: parsed.WEBHOOKS_ALLOW_PRIVATE === 'on',
  }
}
