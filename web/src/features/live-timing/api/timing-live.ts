import type { Timing, TimingHistory } from '@purple-sector/contracts/admin/live-timing'
import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { withTiming } from './timing-history.ts'
import { historyKey, pausedKey, runningKey, timingKey } from './timing-keys.ts'

/** Whether a snapshot is newer than another: by generation, which changes with the source, then by sequence. */
export const isNewer = (a: Timing, b: Timing): boolean =>
  a.generation > b.generation || (a.generation === b.generation && a.sequence > b.sequence)

/** Whether a session becomes the visible one: of several at once, the one that started last. */
const becomesVisible = (client: QueryClient, timing: Timing): boolean => {
  const runningId = client.getQueryData<number>(runningKey(timing.weekendId))
  const running = runningId === undefined ? undefined : client.getQueryData<Timing>(timingKey(runningId))
  return !running || running.hasEnded || timing.startedAt >= running.startedAt
}

/** Applies a snapshot to its session, and its laps to the session's history. */
export const applyTiming = (client: QueryClient, timing: Timing): void => {
  const key = timingKey(timing.raceId)
  const cached = client.getQueryData<Timing | null>(key)
  if (cached && !isNewer(timing, cached)) return
  // Another source sends its laps from the start again.
  const isOfAnother = cached ? cached.generation !== timing.generation : false
  if (becomesVisible(client, timing)) client.setQueryData(runningKey(timing.weekendId), timing.raceId)
  client.setQueryData<Timing>(key, timing)
  client.setQueryData<TimingHistory | null>(
    historyKey(timing.raceId),
    (history) => history && withTiming(isOfAnother ? { ...history, cars: [], control: [] } : history, timing),
  )
}

export const applyPause = (client: QueryClient, { isPaused }: FrameOf<'live_timing_status'>['data']): void => {
  client.setQueryData(pausedKey, isPaused)
}
