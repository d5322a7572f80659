import knex from 'knex'
import type { Database } from './open-database.ts'

/**
 * A further, small pool on the same schema, for background work that must not wait behind requests
 * (the outbox relay). Whoever opens it destroys it.
 */
export const openOwnPool = (database: Database, maxConnections: number): Database =>
  knex({ ...database.client.config, pool: { ...database.client.config.pool, max: maxConnections } })
