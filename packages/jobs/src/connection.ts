import { type BackendFactory, createPostgresBackend, createRedisBackend, type IQueueBackend } from 'bullmq'

/** Where the queues live. The `schema` of Postgres is made where it is missing, so its URL must be allowed to. */
export type JobsConnection = { kind: 'redis'; url: string } | { kind: 'postgres'; url: string; schema: string }

type Role = { role: 'producer' } | { role: 'worker'; concurrency: number }

const reconnectMs = (attempt: number): number => Math.min(attempt * 100, 2_000)

/** Builds BullMQ's store for one queue; it knows its connection, so the queue's own option stays empty. */
export type Backend = BackendFactory<IQueueBackend, object>

const redis = (url: string, { role }: Role, isClosed: () => boolean): Backend => {
  const connection = {
    url,
    // BullMQ leaves a client that is closed while Redis is away reconnecting for ever.
    retryStrategy: (attempt: number) => (isClosed() ? null : reconnectMs(attempt)),
    // A worker waits for Redis as long as it takes; a producer fails at once and the sweep tries again.
    ...(role === 'worker' ? { maxRetriesPerRequest: null } : { maxRetriesPerRequest: 1, enableOfflineQueue: false }),
  }
  return (name, options, more) => createRedisBackend(name, { ...options, connection }, more)
}

const postgres = (url: string, schema: string, role: Role): Backend => {
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

/** How a queue in that role reaches its store. Once `isClosed`, lost connections are not made again. */
export const backendFor = (connection: JobsConnection, role: Role, isClosed: () => boolean): Backend =>
  connection.kind === 'redis'
    ? redis(connection.url, role, isClosed)
    : postgres(connection.url, connection.schema, role)
