import type { liveTimingChanged } from '@purple-sector/contracts/admin/events'
import type { Transaction } from '@purple-sector/database'
import type { z } from 'zod'

type LiveTiming = z.infer<typeof liveTimingChanged.data>

/** While timing is paused there is no board as it stands, whichever process is asked. */
export const projectLiveTiming = async (sql: Transaction, { isPaused }: LiveTiming): Promise<void> => {
  await sql('live_timing').insert({ only_row: true, is_paused: isPaused }).onConflict('only_row').merge()
}
