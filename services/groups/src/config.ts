import { readEnvironment } from '@purple-sector/service-kit/config'
import { z } from 'zod'

/** The variables it reads. */
export const environment = z.object({})

export type Config = z.infer<typeof environment>

export const readConfig = (env: NodeJS.ProcessEnv): Config => readEnvironment(environment, env)
