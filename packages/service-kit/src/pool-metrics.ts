import type { Database } from '@purple-sector/database'
import { collectAtScrape, gauge } from '@purple-sector/metrics'

/** knex's pool (tarn). */
type Pool = { max: number; numUsed(): number; numFree(): number; numPendingAcquires(): number }

/** Collects the state of a service's connection pool at each scrape; returns the function that ends it. */
export const collectPoolMetrics = (service: string, database: Database): (() => void) => {
  const pool: Pool = database.client.pool
  return collectAtScrape(() => {
    gauge('database_pool_size').set({ service }, pool.max)
    gauge('database_pool_connections').set({ service, state: 'used' }, pool.numUsed())
    gauge('database_pool_connections').set({ service, state: 'free' }, pool.numFree())
    gauge('database_pool_waiting').set({ service }, pool.numPendingAcquires())
  })
}
