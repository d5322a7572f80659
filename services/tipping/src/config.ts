import { readEnvironment } from '@purple-sector/service-kit/config'
import { z } from 'zod'

/** The variables it reads. */
export const environment = z.object({ SCORING: z.enum(['inline', 'queue']).default('queue') })

export type Config = {
  /** Whether this process scores too. In the distributed way `scoring-worker.ts` does. */
  scoresInline: boolean
}

export const readConfig = (env: NodeJS.ProcessEnv): Config => ({
  scoresInline: readEnvironment(environment, env).SCORING === 'inline',
})
