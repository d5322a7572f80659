import { type Database, type Transaction, table } from '@purple-sector/database'

const rows = table<{ season_id: number }>('pending_season_removals')

/** SQL: whether there are any. */
export const PENDING_SEASON_REMOVALS = 'select from pending_season_removals'

/** Deleted seasons that may still have groups. */
export const pendingSeasonRemovals = (sql: Database | Transaction) => ({
  async add(seasonId: number): Promise<void> {
    await rows(sql).insert({ season_id: seasonId }).onConflict().ignore()
  },

  async list(): Promise<number[]> {
    return (await rows(sql).orderBy('season_id').select('season_id')).map(({ season_id }) => season_id)
  },

  async remove(seasonId: number): Promise<void> {
    await rows(sql).where({ season_id: seasonId }).delete()
  },
})
