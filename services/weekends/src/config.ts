import { readEnvironment } from '@purple-sector/service-kit/config'
import { PARSING_TIMEOUT_MS } from '@purple-sector/service-kit/data/parsing-limits'
import { z } from 'zod'

/** Environment variables of the service. */
export const environment = z.object({
  CLOSE_TIMEOUT_MS: z.coerce.number().int().min(100).max(10_000).default(2_000),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).default('http://localhost:8080'),
  SHEET_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(PARSING_TIMEOUT_MS),
})

export type Config = {
  /** Timeout in ms of tipping: for closing a race before a write, and for applying what the write published. */
  closeTimeoutMs: number
  /** Public URL of the product, without a trailing slash; calendars link to it. */
  publicUrl: string
  /** How long a calendar file may take to read, in ms. */
  sheetTimeoutMs: number
}

export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const { CLOSE_TIMEOUT_MS, PUBLIC_URL, SHEET_TIMEOUT_MS } = readEnvironment(environment, env)
  return {
    closeTimeoutMs: CLOSE_TIMEOUT_MS,
    publicUrl: PUBLIC_URL.replace(/\/+$/, ''),
    sheetTimeoutMs: SHEET_TIMEOUT_MS,
  }
}
