import { availableParallelism, totalmem } from 'node:os'
import { z } from 'zod'
import { infrastructureEnvironment } from './environment-lines.ts'
import type { Infrastructure } from './infrastructure.ts'

/** What a suite of a lane finds in its environment: servers that no other lane touches, and ports that none chooses. */
const lane = z.object({
  DATABASE_URL: z.string(),
  REDIS_URL: z.string(),
  KAFKA_BROKERS: z.string(),
  FREE_PORTS: z.string(),
})
export type Lane = z.infer<typeof lane>

const schema = z.object({
  LANES: z
    .string()
    .default('[]')
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.array(lane)),
})

/** The lanes of this run; none where the servers are those that the environment names, as there is one of each. */
export const lanesOf = (environment: NodeJS.ProcessEnv): Lane[] => schema.parse(environment).LANES

const MAX_LANES = 2
/** Eleven processes of the product, Kafka, Postgres, and the whole of it a second time where a suite kills servers. */
const LANE_BYTES = 3 * 1024 ** 3

/** How many suites this machine runs beside each other: they wait for half of their time. */
export const lanesOfMachine = (): number =>
  availableParallelism() === 1 ? 1 : Math.max(1, Math.min(MAX_LANES, Math.floor(totalmem() / LANE_BYTES)))

/** Below those from which `freePort` chooses anywhere else. */
const FIRST_PORT = 10_000
const PORTS = 5_000

const portsOf = (index: number): string => {
  const first = FIRST_PORT + index * PORTS
  return `${first}-${first + PORTS - 1}`
}

/** What tells the suites of their lanes. */
export const lanesEnvironment = (infrastructures: readonly Infrastructure[]): Record<string, string> => ({
  LANES: JSON.stringify(
    infrastructures.map((infrastructure, index) => ({
      ...infrastructureEnvironment(infrastructure),
      FREE_PORTS: portsOf(index),
    })),
  ),
})
