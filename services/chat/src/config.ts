import { readEnvironment } from '@purple-sector/service-kit/config'
import { z } from 'zod'

/** The variables it reads. */
export const environment = z.object({ LIMIT_MESSAGES: z.coerce.number().int().min(1).optional() })

export type Config = {
  /** Messages of one person in ten seconds; that of the rules unless set. */
  maxMessages: number | undefined
}

export const readConfig = (env: NodeJS.ProcessEnv): Config => ({
  maxMessages: readEnvironment(environment, env).LIMIT_MESSAGES,
})
