import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sendBytes } from '../operations/send-bytes.ts'
import { type GuardedProcess, startGuarded, waitUntilResponding } from './guarded-process.ts'

export type RedisOptions = {
  dataDir: string
  port: number
  /** Without it a restarted Redis is empty. */
  keepData: boolean
  /** Aborts the start. */
  signal?: AbortSignal
}

/** Starts Debian's `redis-server` on loopback, configured by arguments instead of the machine's files. */
export const startRedis = async ({ dataDir, port, keepData, signal }: RedisOptions): Promise<GuardedProcess> => {
  const folder = join(dataDir, 'redis')
  mkdirSync(folder, { recursive: true })
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    daemonize: 'no',
    save: '',
    appendonly: keepData ? 'yes' : 'no',
    // BullMQ rejects a Redis that may evict keys.
    'maxmemory-policy': 'noeviction',
  }
  const redis = await startGuarded({
    name: 'redis-server',
    command: 'redis-server',
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    env: process.env,
    logFile: join(dataDir, 'logs', 'redis.log'),
  })
  const isResponding = async () => (await sendBytes(port, 'PING\r\n')).toString().startsWith('+PONG')
  await waitUntilResponding('Redis', redis, isResponding, { signal })
  return redis
}
