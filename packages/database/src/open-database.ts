import knex, { type Knex } from 'knex'
import pg from 'pg'

/** A pool of connections to one service's schema. */
export type Database = Knex

/** A transaction of that database; repositories accept one if several writes belong together. */
export type Transaction = Knex.Transaction

export type OpenOptions = {
  /** `postgres://role:password@host:port/database` */
  url: string
  /** The service's schema: unqualified names are resolved and created there. */
  schema: string
  /** Maximum pool size, default 10. The server may have one more for a moment while a connection is replaced. */
  maxConnections?: number
  /** Name in `pg_stat_activity`; default: the schema. */
  applicationName?: string
  /** Timeout of a query that waits for a free connection, in ms, default 5,000. */
  acquireTimeoutMs?: number
  /** Time after which an idle connection is closed, in ms, default 30,000. */
  idleConnectionMs?: number
  /**
   * Age after which a connection is replaced when it is next acquired, in ms, default 300,000; the limit varies between
   * once and twice this value. 0 disables it. The backend process of a connection uses ever more memory, by its caches
   * and by fragmentation.
   */
  connectionLifetimeMs?: number
  /** Time after which Postgres ends an idle transaction (its process may be frozen), in ms, default 30,000. */
  idleInTransactionMs?: number
}

const oid = { bigint: 20, bigints: 1016, date: 1082 }
const parseStringArray = pg.types.getTypeParser(oid.bigints)

const parserOf = new Map<number, (text: string) => unknown>([
  [oid.bigint, Number],
  [
    oid.bigints,
    (text) =>
      (parseStringArray(text) as (string | null)[]).map((element) => (element === null ? null : Number(element))),
  ],
  [oid.date, (text) => text],
])

// `json`, `timestamptz` and the rest keep pg's own parsers. Set per connection, so that other users
// of pg in the same process (BullMQ's backend) get the types they expect.
const types: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parserOf.get(type)) ??
    pg.types.getTypeParser(type, format as 'text')) as typeof pg.types.getTypeParser,
}

const ignore = (): void => {}

/**
 * Opens a pool on one service's schema; close it with `database.destroy()`.
 *
 * Connections are opened on first use and replaced when lost, so it recovers from a restart of Postgres. `bigint` is
 * read as a number and `date` as `YYYY-MM-DD`.
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
      // Jitter: connections opened together are not all replaced together.
      maxConnectionLifetimeJitterMillis: connectionLifetimeMs,
    },
    // Errors reach the caller; knex would print them in addition.
    log: { warn: ignore, error: ignore, debug: ignore },
  })
