import type { LiveTimingStatus } from '@purple-sector/contracts/admin/http'
import type { Database, Transaction } from '@purple-sector/database'

/** What is told of live timing; how many watch is added where it is asked for. */
export type LiveTiming = Omit<LiveTimingStatus, 'clientCount'>

/** No source delivers a session yet, so none is running. */
const toldOf = (isPaused: boolean): LiveTiming => ({ isPaused, isRunning: false, source: null, raceId: null })

/** Whether live timing is paused: kept in one row, which outlives every process. */
export const liveTimingRepository = (sql: Database | Transaction) => {
  const table = () => sql<{ is_paused: boolean }>('live_timing')
  return {
    async find(): Promise<LiveTiming> {
      const row = await table().first('is_paused')
      return toldOf(row?.is_paused ?? false)
    },

    /** Becomes so, and answers how it stands; undefined where it was so already. */
    async become(isPaused: boolean): Promise<LiveTiming | undefined> {
      const changed = await table().where({ is_paused: !isPaused }).update({ is_paused: isPaused })
      return changed > 0 ? toldOf(isPaused) : undefined
    },
  }
}
