import { readEnvironment } from '@purple-sector/service-kit/config'
import { z } from 'zod'

/** The environment variables of the service. */
export const environment = z.object({ LIMIT_MESSAGES: z.coerce.number().int().min(1).optional() })

export type Config = {
  /** Messages a user may send in ten seconds; undefined means the limit of the rules. */
  maxMessages: number | undefined
}

export const readConfig = (env: NodeJS.ProcessEnv): Config => ({
  maxMessages: readEnvironment(environment, env).LIMIT_MESSAGES,
})
