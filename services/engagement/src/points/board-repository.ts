import type { Database, Transaction } from '@purple-sector/database'

/** SQL: whether boards have changed. */
export const CHANGED_BOARDS = 'select from engagement_changes'

/** SQL: raises the version; returns no row if another process has just done so. */
const RAISE = `
insert into engagement_boards as b (weekend_id, version, refreshed_at) values (:weekendId, 1, clock_timestamp())
on conflict (weekend_id) do update set version = b.version + 1, refreshed_at = clock_timestamp()
where b.refreshed_at < clock_timestamp() - interval '0.9 seconds' returning version`

/** SQL: adds committed changes to the ranks; transactions in flight are counted next time. */
const COUNT = `
with changes as (
  delete from engagement_changes where weekend_id = :weekendId returning points_before, points_after
), moved as (
  select points, sum(fans)::integer as fans from (
    select points_before, -1 from changes where points_before is not null
    union all
    select points_after, 1 from changes where points_after is not null
  ) each (points, fans) group by points having sum(fans) <> 0
)
insert into engagement_ranks as r (weekend_id, points, fans) select :weekendId, points, fans from moved order by points
on conflict (weekend_id, points) do update set fans = r.fans + excluded.fans`

/** Lists the weekends whose boards have changed. */
export const weekendsOfChangedBoards = async (database: Database): Promise<number[]> => {
  const { rows } = await database.raw<{ rows: { weekend_id: number }[] }>(
    'select distinct weekend_id from engagement_changes',
  )
  return rows.map(({ weekend_id }) => weekend_id)
}

/** Writes the version and the ranks of a weekend's board. */
export const boardRepository = (sql: Transaction, weekendId: number) => ({
  /** Raises the version; false if another process has just done so. */
  async raiseVersion(): Promise<boolean> {
    const { rows } = await sql.raw<{ rows: { version: number }[] }>(RAISE, { weekendId })
    return rows.length > 0
  },

  /** Counts the changes in the ranks. */
  async countChanges(): Promise<void> {
    await sql.raw(COUNT, { weekendId })
    await sql.raw('delete from engagement_ranks where weekend_id = ? and fans = 0', [weekendId])
  },
})
