import type { Timing, TimingHistory } from '@purple-sector/contracts/admin/live-timing'
import type { PotentialPoints } from '@purple-sector/contracts/tipping/http'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { ApiError, api } from '../../../client/api/api.ts'
import { minutes } from '../../../client/api/query-client.ts'
import { withTiming } from './timing-history.ts'
import { historyKey, pausedKey, potentialPointsKey, runningKey, timingKey } from './timing-keys.ts'
import { isNewer } from './timing-live.ts'

/** Poll interval of a session while offline, in ms; for `usePollWhileOffline`. */
export const TIMING_POLL_MS = 5_000
/** Fetches live timing; null when no snapshot of the session has arrived. */
const getTiming = async <Reply>(path: string, signal: AbortSignal): Promise<Reply | null> => {
  try {
    return await api.get<Reply>(path, { signal })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

export const timingQuery = (raceId: number) => {
  const queryKey = timingKey(raceId)
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<Timing | null> => {
      const timing = await getTiming<Timing>(queryKey.join('/'), signal)
      // A frame may have delivered a newer snapshot meanwhile.
      const cached = client.getQueryData<Timing | null>(queryKey)
      return cached && (!timing || isNewer(cached, timing)) ? cached : timing
    },
    staleTime: minutes(5),
  })
}

/** The laps of a session so far; frames add to them. */
export const historyQuery = (raceId: number) => {
  const queryKey = historyKey(raceId)
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<TimingHistory | null> => {
      const history = await getTiming<TimingHistory>(queryKey.join('/'), signal)
      const timing = client.getQueryData<Timing | null>(timingKey(raceId))
      return history && timing ? withTiming(history, timing) : history
    },
    staleTime: minutes(5),
  })
}

/** Potential points of the fan's own tips on a race. */
export const potentialPointsQuery = (raceId: number) => {
  const queryKey = potentialPointsKey(raceId)
  return queryOptions({
    queryKey,
    queryFn: () => api.get<PotentialPoints[]>(queryKey.join('/')),
    staleTime: minutes(5),
  })
}

/** The running session of a weekend, as reported by frames. */
export const runningQuery = (weekendId: number) =>
  queryOptions<number>({ queryKey: runningKey(weekendId), queryFn: skipToken })

export const pausedQuery = queryOptions<boolean>({ queryKey: pausedKey, queryFn: skipToken })
