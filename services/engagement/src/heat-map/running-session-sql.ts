import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import { TIMING_ENDS_AFTER_MS } from '@purple-sector/contracts/admin/timing-order'
import type { Database, Transaction } from '@purple-sector/database'
import { runningRows } from './running-rows.ts'

/** Minimum time between changes of a map by a running session, because every viewer refetches it. */
const MIN_INTERVAL = '5 seconds'

/** SQL: whether the session of a row of `heat_maps` is still running (docs/rules.md, Live timing). */
export const IS_RUNNING = `
  heat_maps.running_at > clock_timestamp() - interval '${TIMING_ENDS_AFTER_MS} milliseconds'
  and exists (select from races where races.id = heat_maps.running_race_id and races.status <> 'completed')
  and not exists (select from results where results.race_id = heat_maps.running_race_id)`

export const IS_PAUSED = 'exists (select from live_timing where is_paused)'

/** SQL: saves the running order; the first process wins, and older orders never replace newer ones. */
const SAVE_RUNNING_SESSION = `
with locked as (
  select weekend_id, running_race_id is distinct from :raceId::integer or running_rows is distinct from :rows::jsonb as has_changed
  from heat_maps
  where weekend_id = :weekendId and (saved_at is null or saved_at <= clock_timestamp() - interval '${MIN_INTERVAL}')
    and (running_at is null or running_at < :at::timestamptz) and not ${IS_PAUSED}
    and exists (select from races where id = :raceId::integer and status <> 'completed')
    and not exists (select from results where race_id = :raceId::integer)
  for update skip locked
)
update heat_maps map set running_race_id = :raceId::integer, running_rows = :rows::jsonb, running_at = :at::timestamptz,
  saved_at = clock_timestamp(), version = map.version + locked.has_changed::integer,
  changed_at = case when locked.has_changed then greatest(map.changed_at, :at::timestamptz) else map.changed_at end
from locked where map.weekend_id = locked.weekend_id`

const HAS_ENDED = `running_race_id is not null and not (${IS_RUNNING})`

/** SQL: whether running sessions have ended. */
export const ENDED_SESSIONS = `select from heat_maps where ${HAS_ENDED}`

/** SQL: ends sessions whose timing has stopped, for which there is no event; `running_at` stays, so that late orders are ignored. */
const END = `
update heat_maps set running_race_id = null, running_rows = null, version = version + 1 where ${HAS_ENDED}`

/** Saves the running order of a session in the heat map of its weekend. */
export const saveRunningSession = async (database: Database, timing: Timing): Promise<void> => {
  await database.raw(SAVE_RUNNING_SESSION, {
    weekendId: timing.weekendId,
    raceId: timing.raceId,
    rows: JSON.stringify(runningRows(timing)),
    at: timing.at,
  })
}

/** Removes ended sessions from heat maps. */
export const endRunningSessions = async (database: Database): Promise<void> => {
  await database.raw(END)
}

/** Pauses or resumes live timing; while it is paused no session runs on any map. */
export const pauseLiveTiming = async (sql: Transaction, isPaused: boolean): Promise<void> => {
  const { rows } = await sql.raw<{ rows: unknown[] }>(
    `insert into live_timing as known (is_paused) values (?)
     on conflict (only_row) do update set is_paused = excluded.is_paused where known.is_paused <> excluded.is_paused
     returning 1`,
    [isPaused],
  )
  // The event also arrives for every change of a source.
  if (rows.length > 0) await sql.raw('update heat_maps set version = version + 1 where running_race_id is not null')
}
