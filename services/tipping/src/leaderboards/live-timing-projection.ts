import { liveTimingChanged } from '@purple-sector/contracts/admin/events'
import type { Transaction } from '@purple-sector/database'
import { on } from '@purple-sector/messaging'
import type { z } from 'zod'

type LiveTiming = z.infer<typeof liveTimingChanged.data>

/** Stores whether timing is paused: then no process projects leaderboards. */
export const projectLiveTiming = async (sql: Transaction, { isPaused }: LiveTiming): Promise<void> => {
  await sql('live_timing').insert({ only_row: true, is_paused: isPaused }).onConflict('only_row').merge()
}

export const onLiveTimingChanged = on(liveTimingChanged, ({ data }, sql) => projectLiveTiming(sql, data))
