import { readEnvironment } from '@purple-sector/service-kit'
import { z } from 'zod'

const schema = z.object({ SCORING: z.enum(['here', 'elsewhere']).default('elsewhere') })

export type Config = {
  /** Whether this process scores too. In the distributed way `scoring-worker.ts` does. */
  scoresHere: boolean
}

export const readConfig = (env: NodeJS.ProcessEnv): Config => ({
  scoresHere: readEnvironment(schema, env).SCORING === 'here',
})
