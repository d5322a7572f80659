import type { Database, Transaction } from '@purple-sector/database'

/** SQL: weekends whose heat maps may have changed since they were published. */
export const DUE_HEAT_MAPS = 'select weekend_id from heat_maps where published_version < version'

type Due = { weekend_id: number; version: number; published_hash: string | null }

/** Versions of heat maps. */
export const heatMapRepository = (sql: Database | Transaction) => ({
  /** Raises the version of a map; `racedAt` is the time on track, null for changes that no spoiler delay applies to. */
  async raiseVersion(weekendId: number, racedAt: string | null): Promise<void> {
    await sql.raw(
      `insert into heat_maps as map (weekend_id, changed_at) values (:weekendId, :racedAt)
       on conflict (weekend_id) do update set version = map.version + 1,
         changed_at = greatest(map.changed_at, excluded.changed_at)`,
      { weekendId, racedAt },
    )
  },

  /** Raises the versions of all maps. */
  async raiseAll(): Promise<void> {
    await sql.raw('update heat_maps set version = version + 1')
  },

  async listDue(): Promise<number[]> {
    const { rows } = await sql.raw<{ rows: Pick<Due, 'weekend_id'>[] }>(DUE_HEAT_MAPS)
    return rows.map(({ weekend_id }) => weekend_id)
  },

  /** Locks a map that is due until the transaction ends; undefined if it is not due, or locked by another process. */
  async lockDue(weekendId: number): Promise<{ version: number; publishedHash: string | null } | undefined> {
    const { rows } = await sql.raw<{ rows: Due[] }>(
      'select * from heat_maps where weekend_id = ? and published_version < version for update skip locked',
      [weekendId],
    )
    return rows[0] && { version: rows[0].version, publishedHash: rows[0].published_hash }
  },

  async markPublished(weekendId: number, { version, hash }: { version: number; hash: string | null }): Promise<void> {
    await sql.raw(
      'update heat_maps set published_version = :version, published_hash = :hash where weekend_id = :weekendId',
      { weekendId, version, hash },
    )
  },
})
