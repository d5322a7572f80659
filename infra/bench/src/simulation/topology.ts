import { createMachine, createProgram, type Machine, type Program } from './programs.ts'
import type { Timeline } from './timeline.ts'

/** Number of processes of each kind. */
export type Size = {
  gateways: number
  tippings: number
  engagements: number
  /** Partitions of a Kafka topic: 6 by default (`topics.ts`). */
  partitions: number
  postgresCores: number
}

export type Topology = {
  gateways: Program[]
  tippings: Program[]
  engagements: Program[]
  /** Weekends, race control and other consumers that skip foreign events. */
  services: Program
  postgres: Program
  kafka: Program
  machines: Machine[]
}

/** Concurrent backends of Postgres: as many as connections, so a backend waits only for a core. */
const BACKENDS = 200
const KAFKA_CORES = 2
const OTHER_SERVICE_CORES = 4

export const createTopology = (timeline: Timeline, size: Size): Topology => {
  const machines: Machine[] = []
  /** Each on its own machine. */
  const start = (name: string, { cores = 1, threads = cores }: { cores?: number; threads?: number } = {}): Program => {
    const machine = createMachine(timeline, name, cores)
    machines.push(machine)
    return createProgram(timeline, name, machine, threads)
  }
  const replicas = (name: string, count: number): Program[] =>
    Array.from({ length: count }, (_, index) => start(`${name} ${index + 1}`))
  return {
    gateways: replicas('gateway', size.gateways),
    tippings: replicas('tipping', size.tippings),
    engagements: replicas('engagement', size.engagements),
    services: start('other services', { cores: OTHER_SERVICE_CORES }),
    postgres: start('Postgres', { cores: size.postgresCores, threads: BACKENDS }),
    kafka: start('Kafka', { cores: KAFKA_CORES }),
    machines,
  }
}

/** CPU utilization of each machine between two samples, the busiest first. */
export const sampleUtilization = (timeline: Timeline, { machines }: Topology) => {
  const startedAt = timeline.now()
  const before = machines.map((machine) => machine.busyMs())
  return (): { name: string; use: number }[] => {
    const ms = Math.max(timeline.now() - startedAt, Number.MIN_VALUE)
    return machines
      .map(({ name, cores, busyMs }, index) => ({ name, use: (busyMs() - (before[index] ?? 0)) / (cores * ms) }))
      .toSorted((one, other) => other.use - one.use)
  }
}
