import { liveTimingChanged, resultPublished } from '@purple-sector/contracts/admin/events'
import { weekendSubject } from '@purple-sector/contracts/event'
import { carChanged, categoryChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import { isDeleted, on } from '@purple-sector/messaging'

/**
 * Raises the version of a heat map whose sources may have changed; the publisher checks whether the map did.
 *
 * `racedAt` is the time on track, null for changes that no spoiler delay applies to.
 */
const raiseVersion = async (sql: Transaction, weekendId: number, racedAt: string | null = null): Promise<void> => {
  if (await isDeleted(sql, weekendSubject(weekendId))) return
  await sql.raw(
    `insert into heat_maps as map (weekend_id, changed_at) values (:weekendId, :racedAt)
     on conflict (weekend_id) do update set version = map.version + 1,
       changed_at = greatest(map.changed_at, excluded.changed_at)`,
    { weekendId, racedAt },
  )
}

/** Pauses or resumes live timing; while it is paused no session runs on any map. */
const setPaused = async (sql: Transaction, isPaused: boolean): Promise<void> => {
  const { rows } = await sql.raw<{ rows: unknown[] }>(
    `insert into live_timing as known (is_paused) values (?)
     on conflict (only_row) do update set is_paused = excluded.is_paused where known.is_paused <> excluded.is_paused
     returning 1`,
    [isPaused],
  )
  // The event also arrives for every change of a source.
  if (rows.length > 0) await sql.raw('update heat_maps set version = version + 1 where running_race_id is not null')
}

/** Consumers of events that change heat maps; they run after the projections. */
export const heatMapConsumers = [
  on(resultPublished, ({ data }, sql) => raiseVersion(sql, data.weekendId, data.publishedAt)),
  on(raceChanged, ({ data }, sql) => raiseVersion(sql, data.weekendId, data.resultChangedAt)),
  on(carChanged, ({ data }, sql) => raiseVersion(sql, data.weekendId)),
  on(weekendChanged, ({ data }, sql) => raiseVersion(sql, data.id)),
  on(liveTimingChanged, ({ data }, sql) => setPaused(sql, data.isPaused)),
  on(categoryChanged, async (_, sql) => {
    await sql.raw('update heat_maps set version = version + 1')
  }),
]
