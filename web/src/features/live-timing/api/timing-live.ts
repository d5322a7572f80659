import type { Timing, TimingHistory } from '@purple-sector/contracts/admin/live-timing'
import type { QueryClient } from '@tanstack/react-query'
import { invalidateOlderThan, type LiveFeature } from '../../../client/realtime/live-features.ts'
import { withTiming } from './timing-history.ts'
import { historyKey, pausedKey, potentialPointsKey, runningKey, timingKey } from './timing-keys.ts'

/** Whether a snapshot is newer than another: by generation, which changes with the source, then by sequence. */
export const isNewer = (a: Timing, b: Timing): boolean =>
  a.generation > b.generation || (a.generation === b.generation && a.sequence > b.sequence)

/** Whether a session becomes the visible one: of several at once, the one that started last. */
const becomesVisible = (client: QueryClient, timing: Timing): boolean => {
  const runningId = client.getQueryData<number>(runningKey(timing.weekendId))
  const running = runningId === undefined ? undefined : client.getQueryData<Timing>(timingKey(runningId))
  return !running || running.hasEnded || timing.startedAt >= running.startedAt
}

const applyTiming = (client: QueryClient, timing: Timing): void => {
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

const FETCHED_ROOTS: ReadonlySet<unknown> = new Set<unknown>([timingKey(0)[0], potentialPointsKey(0)[0]])

/** Keeps running sessions current: snapshots and laps. */
export const timingLive = {
  onFrame(client, frame) {
    if (frame.type === 'timing_update') applyTiming(client, frame.data)
    if (frame.type === 'live_timing_status') client.setQueryData(pausedKey, frame.data.isPaused)
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => FETCHED_ROOTS.has(root)),
} satisfies LiveFeature
