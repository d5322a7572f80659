import type { Timing, TimingHistory } from '@purple-sector/contracts/admin/live-timing'
import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { refetchSoon } from '../../lib/live.ts'
import { invalidateOlderThan, type LiveFeature } from '../../lib/live-features.ts'
import { type ProjectedBoardData, projectedKey } from '../leaderboard/api/projected-keys.ts'
import { withTiming } from './timing-history.ts'
import { historyKey, pausedKey, potentialPointsKey, runningKey, timingKey } from './timing-keys.ts'

/** Spreads the refetches of own rows over this time, in ms. */
const OWN_ROW_JITTER_MS = 1_500

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

const applyProjected = (
  client: QueryClient,
  { raceId, entries, total, ...scope }: FrameOf<'projected_leaderboard'>['data'],
): void => {
  const key = projectedKey(scope)
  if (raceId === null) {
    client.setQueryData<ProjectedBoardData>(key, null)
    return
  }
  const before = client.getQueryData<ProjectedBoardData>(key)
  const updated = new Set(entries.map(({ userId }) => userId))
  const ownRow = before?.ownEntry && !updated.has(before.ownEntry.userId) ? before.ownEntry : null
  const projected: ProjectedBoardData = { raceId, entries, total, ownEntry: ownRow }
  client.setQueryData<ProjectedBoardData>(key, projected)
  // Rows beyond those of the frame must be fetched.
  if (total > entries.length) refetchSoon(client, key, 100 + Math.random() * OWN_ROW_JITTER_MS)
}

const FETCHED_ROOTS = new Set<unknown>([
  timingKey(0)[0],
  potentialPointsKey(0)[0],
  projectedKey({ weekendId: 0, groupId: null })[0],
])

/** Keeps running sessions current: snapshots, laps, and projected leaderboards. */
export const timingLive = {
  onFrame(client, frame) {
    if (frame.type === 'timing_update') applyTiming(client, frame.data)
    if (frame.type === 'projected_leaderboard') applyProjected(client, frame.data)
    if (frame.type === 'live_timing_status') client.setQueryData(pausedKey, frame.data.isPaused)
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => FETCHED_ROOTS.has(root)),
} satisfies LiveFeature
