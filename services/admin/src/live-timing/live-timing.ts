import type { LiveTimingStatus } from '@purple-sector/contracts/admin/http'
import type { Database, Transaction } from '@purple-sector/database'
import { shownAddress } from '../timing-sources/source-address.ts'
import { sourceRepository } from '../timing-sources/source-repository.ts'

/** What is told of live timing; how many watch is added where it is asked for. */
type LiveTiming = Omit<LiveTimingStatus, 'clientCount'>

/** The session that runs, of several the one whose last snapshot is the newest. */
const RUNNING = `
select race_id as "raceId" from timing_sessions
where is_running order by last_snapshot_at desc limit 1`

/** Whether live timing is paused, kept in one row which outlives every process, and what runs. */
export const liveTimingRepository = (sql: Database | Transaction) => {
  const table = () => sql<{ is_paused: boolean }>('live_timing')
  return {
    /** Until the end of the transaction nobody else tells how live timing stands. */
    async hold(): Promise<void> {
      await table().forUpdate().first('is_paused')
    },

    async isPaused(): Promise<boolean> {
      const row = await table().first('is_paused')
      return row?.is_paused ?? false
    },

    async find(): Promise<LiveTiming> {
      const row = await table().first('is_paused')
      const { rows } = await sql.raw<{ rows: { raceId: number }[] }>(RUNNING)
      const [running] = rows
      const source = running && (await sourceRepository(sql).find(running.raceId))
      return {
        isPaused: row?.is_paused ?? false,
        isRunning: running !== undefined,
        source: source
          ? {
              kind: source.kind,
              url: shownAddress(source.url),
              state: source.state,
              lastSnapshotAt: source.lastSnapshotAt,
              error: source.error,
            }
          : null,
        raceId: running?.raceId ?? null,
      }
    },

    /** Becomes so; false where it was so already. */
    async become(isPaused: boolean): Promise<boolean> {
      return (await table().where({ is_paused: !isPaused }).update({ is_paused: isPaused })) > 0
    },
  }
}
