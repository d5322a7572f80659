import { type BackendFactory, createPostgresBackend, createRedisBackend, type IQueueBackend } from 'bullmq'

/**
 * The backend of the queues. The Postgres `schema` is created if it is missing, so the role of the URL needs the right to
 * create it.
 */
export type JobsConnection = { kind: 'redis'; url: string } | { kind: 'postgres'; url: string; schema: string }

type Role = { role: 'producer' } | { role: 'worker'; concurrency: number }

const reconnectDelayMs = (attempt: number): number => Math.min(attempt * 100, 2_000)

/** BullMQ's factory of a queue's backend. A backend has its own connection: the queue's option `connection` stays empty. */
export type QueueBackendFactory = BackendFactory<IQueueBackend, object>

const redisBackend = (url: string, { role }: Role, isClosed: () => boolean): QueueBackendFactory => {
  const connection = {
    url,
    // BullMQ never stops reconnecting a client that is closed while Redis is unreachable.
    retryStrategy: (attempt: number) => (isClosed() ? null : reconnectDelayMs(attempt)),
    // A worker waits for Redis indefinitely; a producer fails at once and the sweep tries again.
    ...(role === 'worker' ? { maxRetriesPerRequest: null } : { maxRetriesPerRequest: 1, enableOfflineQueue: false }),
  }
  return (name, options, more) => createRedisBackend(name, { ...options, connection }, more)
}

const postgresBackend = (url: string, schema: string, role: Role): QueueBackendFactory => {
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

/** Returns the factory of a queue's backend in that role. Once `isClosed`, lost Redis connections are not reopened. */
export const backendFor = (connection: JobsConnection, role: Role, isClosed: () => boolean): QueueBackendFactory =>
  connection.kind === 'redis'
    ? redisBackend(connection.url, role, isClosed)
    : postgresBackend(connection.url, connection.schema, role)
