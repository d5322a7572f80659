import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeFileAtomic } from '@purple-sector/machine/files'
import { sendBytes } from '../operations/send-bytes.ts'
import { type GuardedProcess, startGuarded, waitUntilResponding } from './guarded-process.ts'
import { java } from './required-programs.ts'

const run = promisify(execFile)

export type KafkaOptions = {
  dataDir: string
  port: number
  controllerPort: number
  jars: string
  /** Whether the whole heap is allocated at the start, as on a dedicated machine. */
  hasPreallocatedHeap: boolean
  /** Aborts the start. */
  signal?: AbortSignal
}

/** Starts a small Kafka that is broker and controller in one process and starts quickly. */
const properties = ({ dataDir, port, controllerPort }: KafkaOptions): Record<string, string | number> => ({
  'process.roles': 'broker,controller',
  'node.id': 1,
  'controller.quorum.bootstrap.servers': `127.0.0.1:${controllerPort}`,
  'controller.listener.names': 'CONTROLLER',
  listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
  'advertised.listeners': `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
  'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
  'log.dirs': join(dataDir, 'kafka', 'data'),
  'auto.create.topics.enable': 'false',
  'group.initial.rebalance.delay.ms': 0,
  // After a kill, the broker waits until the session of its predecessor has expired.
  'broker.heartbeat.interval.ms': 1000,
  'broker.session.timeout.ms': 5000,
  'offsets.topic.replication.factor': 1,
  'offsets.topic.num.partitions': 5,
  'transaction.state.log.replication.factor': 1,
  'transaction.state.log.min.isr': 1,
  'share.coordinator.state.topic.replication.factor': 1,
  'share.coordinator.state.topic.min.isr': 1,
})

const JVM_OPTIONS = ['-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']

const PREALLOCATED_HEAP = ['-Xms512m', '-XX:+AlwaysPreTouch']

/** ApiVersions request, to which a broker replies only once it accepts work: length, key 18, version 0, id, no client. */
const API_VERSIONS = Uint8Array.from([0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 1, 255, 255])

/** Returns whether a broker that accepts work listens on this port. */
export const isKafkaReady = async (port: number): Promise<boolean> => (await sendBytes(port, API_VERSIONS)).length > 0

export const startKafka = async (options: KafkaOptions): Promise<GuardedProcess> => {
  const folder = join(options.dataDir, 'kafka')
  mkdirSync(folder, { recursive: true })
  const settings = join(folder, 'server.properties')
  const lines = Object.entries(properties(options)).map(([name, value]) => `${name}=${value}\n`)
  await writeFileAtomic(settings, lines.join(''), { mode: 0o644 })
  const classPath = ['-cp', options.jars]
  if (!existsSync(join(folder, 'data', 'meta.properties'))) {
    const clusterId = randomBytes(16).toString('base64url')
    // As one argument: an id may begin with a dash, which would be parsed as the next option.
    const format = ['format', '--standalone', `--cluster-id=${clusterId}`, '--config', settings]
    await run(java(), [...JVM_OPTIONS, ...classPath, 'kafka.tools.StorageTool', ...format], {
      signal: options.signal,
    })
  }
  const kafka = await startGuarded({
    name: 'kafka',
    command: java(),
    args: [
      ...JVM_OPTIONS,
      ...(options.hasPreallocatedHeap ? PREALLOCATED_HEAP : []),
      ...classPath,
      'kafka.Kafka',
      settings,
    ],
    env: process.env,
    logFile: join(options.dataDir, 'logs', 'kafka.log'),
  })
  await waitUntilResponding('Kafka', kafka, () => isKafkaReady(options.port), { signal: options.signal })
  return kafka
}
