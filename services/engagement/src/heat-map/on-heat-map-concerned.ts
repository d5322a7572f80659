import { liveTimingChanged, resultPublished } from '@purple-sector/contracts/admin/events'
import { weekendKey } from '@purple-sector/contracts/event'
import { carChanged, categoryChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import { isDeleted, on } from '@purple-sector/messaging'

/**
 * What a heat map is made of has changed, or may have: whoever tells of maps finds out. `racedAt` is when that happened
 * on the track, null of what a fan with a spoiler delay may know at once.
 */
const raise = async (sql: Transaction, weekendId: number, racedAt: string | null = null): Promise<void> => {
  if (await isDeleted(sql, weekendKey(weekendId))) return
  await sql.raw(
    `insert into heat_maps as map (weekend_id, changed_at) values (:weekendId, :racedAt)
     on conflict (weekend_id) do update set version = map.version + 1,
       changed_at = greatest(map.changed_at, excluded.changed_at)`,
    { weekendId, racedAt },
  )
}

/** Without timing no session runs on any map. */
const pause = async (sql: Transaction, isPaused: boolean): Promise<void> => {
  const { rows } = await sql.raw<{ rows: unknown[] }>(
    `insert into live_timing as known (is_paused) values (?)
     on conflict (only_row) do update set is_paused = excluded.is_paused where known.is_paused <> excluded.is_paused
     returning 1`,
    [isPaused],
  )
  // Told again with each change of a source, too.
  if (rows.length > 0) await sql.raw('update heat_maps set version = version + 1 where running_race_id is not null')
}

/** What heat maps follow, once the copies have it. */
export const heatMapFollowing = [
  on(resultPublished, ({ data }, sql) => raise(sql, data.weekendId, data.publishedAt)),
  on(raceChanged, ({ data }, sql) => raise(sql, data.weekendId, data.resultChangedAt)),
  on(carChanged, ({ data }, sql) => raise(sql, data.weekendId)),
  on(weekendChanged, ({ data }, sql) => raise(sql, data.id)),
  on(liveTimingChanged, ({ data }, sql) => pause(sql, data.isPaused)),
  on(categoryChanged, async (_, sql) => {
    await sql.raw('update heat_maps set version = version + 1')
  }),
]
