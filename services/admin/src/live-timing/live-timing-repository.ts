import type { LiveTimingStatus } from '@purple-sector/contracts/admin/http'
import type { Database, Transaction } from '@purple-sector/database'
import { redactedAddress } from '../timing-sources/source-address.ts'
import { sourceRepository } from '../timing-sources/source-repository.ts'

/** The published state of live timing; the number of viewers is added on request. */
type LiveTiming = Omit<LiveTimingStatus, 'clientCount'>

/** The running session; of several the one with the latest snapshot. */
const RUNNING = `
select race_id as "raceId" from timing_sessions
where is_running order by last_snapshot_at desc limit 1`

/** Stores whether live timing is paused, in a single row, and reads which session runs. */
export const liveTimingRepository = (sql: Database | Transaction) => {
  const table = () => sql<{ is_paused: boolean }>('live_timing')
  return {
    /** Locks the row until the transaction ends, so that states are published in order. */
    async lock(): Promise<void> {
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
              url: redactedAddress(source.url),
              state: source.state,
              lastSnapshotAt: source.lastSnapshotAt,
              error: source.error,
            }
          : null,
        raceId: running?.raceId ?? null,
      }
    },

    /** Changes the pause; false if it is in that state already. */
    async setPaused(isPaused: boolean): Promise<boolean> {
      return (await table().where({ is_paused: !isPaused }).update({ is_paused: isPaused })) > 0
    },
  }
}
