import { availableParallelism, totalmem } from 'node:os'
import { z } from 'zod'
import { infrastructureEnvironment } from './environment-lines.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Environment of the suites of one lane: servers that no other lane uses, and a port range of its own. */
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

/**
 * Returns the lanes of this run.
 * None when the environment names the servers, as there is only one of each.
 */
export const lanesOf = (environment: NodeJS.ProcessEnv): Lane[] => schema.parse(environment).LANES

const MAX_LANES = 2
/**
 * Memory of a lane: eleven product processes, Kafka and Postgres.
 * Twice that, because a suite that kills servers starts its own.
 */
const LANE_BYTES = 3 * 1024 ** 3

/**
 * Returns how many suites run in parallel on this machine.
 * More than one is worthwhile: suites spend half their time waiting.
 */
export const lanesOfMachine = (): number =>
  availableParallelism() === 1 ? 1 : Math.max(1, Math.min(MAX_LANES, Math.floor(totalmem() / LANE_BYTES)))

/** Ports of lanes are below the range from which `freePort` chooses elsewhere. */
const FIRST_PORT = 10_000
const PORTS = 5_000

const portsOf = (index: number): string => {
  const first = FIRST_PORT + index * PORTS
  return `${first}-${first + PORTS - 1}`
}

/** Writes the lanes to the environment variable that the suites read. */
export const lanesEnvironment = (infrastructures: readonly Infrastructure[]): Record<string, string> => ({
  LANES: JSON.stringify(
    infrastructures.map((infrastructure, index) => ({
      ...infrastructureEnvironment(infrastructure),
      FREE_PORTS: portsOf(index),
    })),
  ),
})
