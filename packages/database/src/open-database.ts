import knex, { type Knex } from 'knex'
import pg from 'pg'

/** A pool of connections to one service's schema. */
export type Database = Knex

/** A transaction of that database; repositories take it where several writes belong together. */
export type Transaction = Knex.Transaction

export type OpenOptions = {
  /** `postgres://role:password@host:port/database` */
  url: string
  /** The service's own schema: everything unqualified is looked up and created there. */
  schema: string
  /** Upper bound of the pool, default 10. While one of them is replaced the server may have one more for a moment. */
  maxConnections?: number
  /** Shown in `pg_stat_activity`; the schema when absent. */
  applicationName?: string
  /** How long a query waits for a free connection before it fails, in ms, default 5,000. */
  acquireTimeoutMs?: number
  /** A connection that nobody has needed for so long is closed, in ms, default 30,000. */
  idleConnectionMs?: number
  /**
   * Between so long and twice as long after it was opened, a connection is replaced when it is next asked for, in ms,
   * default 300,000; 0 keeps it for ever. The process behind one takes ever more memory, for caches of its own and for the
   * holes between them.
   */
  connectionLifetimeMs?: number
  /** A transaction that stays idle longer is ended by Postgres (its process may be frozen), in ms, default 30,000. */
  idleInTransactionMs?: number
}

const oid = { bigint: 20, bigints: 1016, date: 1082 }
const strings = pg.types.getTypeParser(oid.bigints)

const parserOf = new Map<number, (text: string) => unknown>([
  [oid.bigint, Number],
  [oid.bigints, (text) => (strings(text) as (string | null)[]).map((each) => (each === null ? null : Number(each)))],
  [oid.date, (text) => text],
])

// `json`, `timestamptz` and the rest keep pg's own parsers. Held per connection, so that other users
// of pg in the same process (BullMQ's backend) see the types they expect.
const types: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parserOf.get(type)) ??
    pg.types.getTypeParser(type, format as 'text')) as typeof pg.types.getTypeParser,
}

const quiet = (): void => {}

/**
 * Opens a pool on one service's schema. Connections are made when first needed; lost ones are replaced,
 * so a restarted Postgres heals by itself. `bigint` is read as a number and `date` as `YYYY-MM-DD`.
 * Close it with `database.destroy()`.
 */
export const openDatabase = ({ connectionLifetimeMs = 5 * 60_000, ...options }: OpenOptions): Database =>
  knex({
    client: 'pg',
    connection: {
      connectionString: options.url,
      application_name: options.applicationName ?? options.schema,
      connectionTimeoutMillis: options.acquireTimeoutMs ?? 5_000,
      idle_in_transaction_session_timeout: options.idleInTransactionMs ?? 30_000,
      keepAlive: true,
      types,
    } as Knex.PgConnectionConfig,
    searchPath: [options.schema],
    acquireConnectionTimeout: options.acquireTimeoutMs ?? 5_000,
    pool: {
      min: 0,
      max: options.maxConnections ?? 10,
      idleTimeoutMillis: options.idleConnectionMs ?? 30_000,
      maxConnectionLifetimeMillis: connectionLifetimeMs,
      // Of those in use that were opened together not all are replaced together.
      maxConnectionLifetimeJitterMillis: connectionLifetimeMs,
    },
    // What goes wrong reaches the caller as an error; knex would print it besides.
    log: { warn: quiet, error: quiet, debug: quiet },
  })
