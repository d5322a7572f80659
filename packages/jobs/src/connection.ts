import { type BackendFactory, createPostgresBackend, createRedisBackend, type IQueueBackend } from 'bullmq'

/**
 * The store of the queues. The Postgres `schema` is created if it is missing, so the role of the URL needs the right to
 * create it.
 */
export type JobsConnection = { kind: 'redis'; url: string } | { kind: 'postgres'; url: string; schema: string }

type Role = { role: 'producer' } | { role: 'worker'; concurrency: number }

const reconnectDelayMs = (attempt: number): number => Math.min(attempt * 100, 2_000)

/** Creates BullMQ's store for one queue. It has its own connection, so the queue's option `connection` stays empty. */
export type Backend = BackendFactory<IQueueBackend, object>

const redisBackend = (url: string, { role }: Role, isClosed: () => boolean): Backend => {
  const connection = {
    url,
    // BullMQ never stops reconnecting a client that is closed while Redis is unreachable.
    retryStrategy: (attempt: number) => (isClosed() ? null : reconnectDelayMs(attempt)),
    // A worker waits for Redis indefinitely; a producer fails at once and the sweep tries again.
    ...(role === 'worker' ? { maxRetriesPerRequest: null } : { maxRetriesPerRequest: 1, enableOfflineQueue: false }),
  }
  return (name, options, more) => createRedisBackend(name, { ...options, connection }, more)
}

const postgresBackend = (url: string, schema: string, role: Role): Backend => {
  const connection = {
    connectionString: url,
    schema,
    migrate: true,
    max: role.role === 'worker' ? role.concurrency + 1 : 2,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  }
  return (name, options, more) => createPostgresBackend(name, { ...options, connection }, more)
}

/** Creates the backend of a queue in that role. Once `isClosed`, lost connections are not reopened. */
export const backendFor = (connection: JobsConnection, role: Role, isClosed: () => boolean): Backend =>
  connection.kind === 'redis'
    ? redisBackend(connection.url, role, isClosed)
    : postgresBackend(connection.url, connection.schema, role)
