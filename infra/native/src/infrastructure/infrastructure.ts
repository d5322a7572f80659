import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@purple-sector/database/embedded'
import { makeFolder, writeFileAtomic } from '@purple-sector/machine/files'
import { freePort } from '@purple-sector/machine/free-port'
import { temporaryFolder } from '@purple-sector/testing/temporary-folder'
import type { Logger } from 'pino'
import { z } from 'zod'
import { kafkaJars } from '../kafka-jars.ts'
import type { GuardedProcess } from './guarded-process.ts'
import { startKafka } from './kafka.ts'
import { startRedis } from './redis.ts'
import { requirePrograms } from './required-programs.ts'

export type InfrastructurePart = 'postgres' | 'redis' | 'kafka'

export type Infrastructure = {
  /** URL of the superuser. */
  databaseUrl: string
  redisUrl: string
  kafkaBrokers: string
  stop(): Promise<void>
}

export type NativeInfrastructure = Infrastructure & {
  /**
   * Sends a signal to one part.
   * Resolves after SIGKILL, the default, when the part has exited; it is not restarted.
   */
  kill(part: InfrastructurePart, signal?: NodeJS.Signals): Promise<void>
  /**
   * Starts a part on its old port, after a kill or as a clean restart.
   * Redis starts empty unless data are stored.
   */
  restart(part: InfrastructurePart): Promise<void>
}

export type NativeInfrastructureOptions = {
  /**
   * Folder that stores data and ports between runs.
   * Without it, all data are in a temporary folder that `stop` removes.
   */
  dataDir?: string
  log: Logger
  /** Whether Kafka allocates its whole heap at the start, for tests of memory growth outside the heap. */
  hasPreallocatedKafkaHeap?: boolean
  /** Aborts the start, which then rejects with the signal's reason and leaves nothing running. */
  signal?: AbortSignal
}

type RunningPart = {
  /** Resolves after SIGKILL only when the part has exited. */
  kill(signal: NodeJS.Signals): Promise<void>
  stop(): Promise<void>
}
const storedPorts = z
  .object({ postgres: z.number(), redis: z.number(), kafka: z.number(), kafkaController: z.number() })
  .partial()
  .catch({})
type Ports = Record<InfrastructurePart | 'kafkaController', number>

/** Chooses the ports of the last run if they are still free, so that exported URLs stay valid. */
const choosePorts = async (file: string): Promise<Ports> => {
  // The file is optional: without it, or when it is incomplete, other ports are chosen.
  const lastPorts = storedPorts.parse(
    await readFile(file, 'utf8')
      .then(JSON.parse)
      .catch(() => ({})),
  )
  const ports = {
    postgres: await freePort(lastPorts.postgres),
    redis: await freePort(lastPorts.redis),
    kafka: await freePort(lastPorts.kafka),
    kafkaController: await freePort(lastPorts.kafkaController),
  }
  await writeFileAtomic(file, JSON.stringify(ports), { mode: 0o644 })
  return ports
}

const toPart = (program: GuardedProcess): RunningPart => ({
  async kill(signal) {
    program.kill(signal)
    if (signal === 'SIGKILL') await program.exited
  },
  stop: () => program.stop(),
})

/**
 * The embedded Postgres restarts itself when it dies.
 * After `kill -9` it has to stay down until `restart`.
 */
const postgresToPart = (postgres: EmbeddedPostgres): RunningPart => ({
  async kill(signal) {
    const pid = postgres.pid()
    if (pid !== undefined) process.kill(pid, signal)
    if (signal === 'SIGKILL') await postgres.stop()
  },
  stop: () => postgres.stop(),
})

/**
 * Starts real Postgres, Redis and Kafka as processes of this machine, on free loopback ports.
 * Throws a message that names what the machine lacks. The processes end with this one, even when it does not stop them.
 */
export const startNativeInfrastructure = async ({
  dataDir,
  log,
  hasPreallocatedKafkaHeap = false,
  signal,
}: NativeInfrastructureOptions): Promise<NativeInfrastructure> => {
  requirePrograms()
  const isPersistent = dataDir !== undefined
  const temporary = isPersistent ? undefined : await temporaryFolder('infra')
  const folder = temporary?.path ?? dataDir ?? ''
  await makeFolder(folder)
  const ports = await choosePorts(join(folder, 'ports.json'))
  const jars = await kafkaJars(log, signal)
  const parts = new Map<InfrastructurePart, RunningPart>()
  let databaseUrl = ''

  const start: Record<InfrastructurePart, () => Promise<RunningPart>> = {
    async postgres() {
      const settings: Record<string, string> = isPersistent ? {} : { fsync: 'off' }
      const options = { dataDir: folder, port: ports.postgres, log, maxConnections: 300, settings, signal }
      const postgres = await startEmbeddedPostgres(options)
      databaseUrl = postgres.url
      return postgresToPart(postgres)
    },
    redis: async () => toPart(await startRedis({ dataDir: folder, port: ports.redis, keepData: isPersistent, signal })),
    kafka: async () =>
      toPart(
        await startKafka({
          ...{ dataDir: folder, port: ports.kafka, controllerPort: ports.kafkaController, jars, signal },
          hasPreallocatedHeap: hasPreallocatedKafkaHeap,
        }),
      ),
  }
  const launch = async (part: InfrastructurePart) => {
    parts.set(part, await start[part]())
  }
  const stop = async () => {
    await Promise.all([...parts.values()].map((part) => part.stop()))
    parts.clear()
    await temporary?.remove()
  }

  const launches = await Promise.allSettled([launch('postgres'), launch('redis'), launch('kafka')])
  const failure = launches.find((outcome) => outcome.status === 'rejected')
  if (failure) {
    await stop()
    signal?.throwIfAborted()
    throw failure.reason
  }
  return {
    databaseUrl,
    redisUrl: `redis://127.0.0.1:${ports.redis}`,
    kafkaBrokers: `127.0.0.1:${ports.kafka}`,
    async kill(part, signal = 'SIGKILL') {
      await parts.get(part)?.kill(signal)
      if (signal === 'SIGKILL') parts.delete(part)
    },
    async restart(part) {
      await parts.get(part)?.stop()
      await launch(part)
    },
    stop,
  }
}
