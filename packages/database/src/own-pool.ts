import knex from 'knex'
import type { Database } from './open-database.ts'

/**
 * A further, small pool on the same schema, for background work that must not wait behind requests
 * (the outbox relay, an advisory lock). Whoever opens it destroys it.
 */
export const openOwnPool = (
  database: Database,
  { maxConnections, applicationName }: { maxConnections: number; applicationName?: string },
): Database => {
  const { connection, ...config } = database.client.config
  return knex({
    ...config,
    connection:
      applicationName !== undefined && typeof connection === 'object' && connection !== null
        ? { ...connection, application_name: applicationName }
        : connection,
    pool: { min: 0, max: maxConnections },
  })
}
