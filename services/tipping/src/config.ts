import { readEnvironment } from '@purple-sector/service-kit/config'
import { z } from 'zod'

/** The environment variables of this service. */
export const environment = z.object({ SCORING: z.enum(['inline', 'queue']).default('queue') })

export type Config = {
  /** Whether this process also scores; if services run as separate processes, `scoring-worker.ts` scores instead. */
  scoresInline: boolean
}

export const readConfig = (env: NodeJS.ProcessEnv): Config => ({
  scoresInline: readEnvironment(environment, env).SCORING === 'inline',
})
