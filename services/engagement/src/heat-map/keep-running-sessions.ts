import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import { TIMING_ENDS_AFTER_MS } from '@purple-sector/contracts/admin/timing-order'
import type { Database } from '@purple-sector/database'
import { type BackgroundTask, type Platform, runDueTasks, runPeriodically } from '@purple-sector/service-kit'
import { followVisibleTimings } from '@purple-sector/service-kit/data/visible-timings'
import { runningRows } from './running-rows.ts'

const CHECK_INTERVAL_MS = 1_000
/** A map moves at most so often by a session that runs: whoever looks at it asks for it each time. */
const PAUSE = '5 seconds'

/** For `heat_maps` that have one: whether it runs as far as is known here (docs/rules.md, Live timing). */
export const RUNS = `
  heat_maps.running_at > clock_timestamp() - interval '${TIMING_ENDS_AFTER_MS} milliseconds'
  and exists (select from races where races.id = heat_maps.running_race_id and races.status <> 'completed')
  and not exists (select from results where results.race_id = heat_maps.running_race_id)`

export const IS_PAUSED = 'exists (select from live_timing where is_paused)'

/** Whichever process hears of it first keeps it; one that lags behind keeps nothing older. */
const KEEP = `
with held as (
  select weekend_id, running_race_id is distinct from :raceId::integer or running_rows is distinct from :rows::jsonb as moves
  from heat_maps
  where weekend_id = :weekendId and (kept_at is null or kept_at <= clock_timestamp() - interval '${PAUSE}')
    and (running_at is null or running_at < :at::timestamptz) and not ${IS_PAUSED}
    and exists (select from races where id = :raceId::integer and status <> 'completed')
    and not exists (select from results where race_id = :raceId::integer)
  for update skip locked
)
update heat_maps map set running_race_id = :raceId::integer, running_rows = :rows::jsonb, running_at = :at::timestamptz,
  kept_at = clock_timestamp(), version = map.version + held.moves::integer,
  changed_at = case when held.moves then greatest(map.changed_at, :at::timestamptz) else map.changed_at end
from held where map.weekend_id = held.weekend_id`

const HAS_ENDED = `running_race_id is not null and not (${RUNS})`
/** What ends no event tells of is that nothing comes any more; `running_at` stays, so that it is not taken up again. */
const END = `
update heat_maps set running_race_id = null, running_rows = null, version = version + 1 where ${HAS_ENDED}`

const keep = (database: Database, timing: Timing) =>
  database.raw(KEEP, {
    weekendId: timing.weekendId,
    raceId: timing.raceId,
    rows: JSON.stringify(runningRows(timing)),
    at: timing.at,
  })

/** Enters sessions that run into the heat maps of their weekends, and takes out what has ended. Any number of processes may. */
export const startKeepingRunningSessions = ({
  database,
  cache,
  log,
}: Pick<Platform, 'database' | 'cache' | 'log'>): BackgroundTask => {
  const timings = followVisibleTimings(cache)
  const keeping = runPeriodically(CHECK_INTERVAL_MS, log, 'keeping of running sessions', async () => {
    for (const timing of timings.running(Date.now())) await keep(database, timing)
  })
  const ending = runDueTasks({ database, log }, CHECK_INTERVAL_MS, {
    name: 'ending of running sessions',
    due: `select from heat_maps where ${HAS_ENDED}`,
    async work() {
      await database.raw(END)
    },
  })
  return {
    async stop() {
      await Promise.all([keeping.stop(), ending.stop()])
      timings.stop()
    },
  }
}
