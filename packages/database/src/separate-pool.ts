import knex from 'knex'
import type { Database } from './open-database.ts'

/**
 * Opens a small separate pool on the same schema, for background work that must not wait behind requests (the outbox
 * relay). The caller destroys it.
 */
export const openSeparatePool = (database: Database, maxConnections: number): Database =>
  knex({ ...database.client.config, pool: { ...database.client.config.pool, max: maxConnections } })
