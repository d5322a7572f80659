import type { Timing, TimingHistory } from '@purple-sector/contracts/admin/live-timing'
import type { ProvisionalEntry, Stake } from '@purple-sector/contracts/tipping/http'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { ApiError, api } from '../../lib/api.ts'
import { minutes } from '../../lib/query-client.ts'
import { boardKey, type Scope } from '../leaderboard/board-keys.ts'
import { withTiming } from './timing-history.ts'
import { asItStandsKey, historyKey, pausedKey, runningKey, stakesKey, timingKey } from './timing-keys.ts'
import { isNewer, type Standing } from './timing-live.ts'

/** How often a session is asked for while OFFLINE: hand it to `usePollWhileOffline`. */
export const TIMING_POLL_MS = 5_000
/** So many rows of a board as it stands are shown: those that a frame tells. */
const ROWS = 20

/** Null where nothing has come of the session yet. */
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
      // A frame may have told of a newer one meanwhile.
      const known = client.getQueryData<Timing | null>(queryKey)
      return known && (!timing || isNewer(known, timing)) ? known : timing
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

/** What the fan's own tips on a race would pay. */
export const stakesQuery = (raceId: number) => {
  const queryKey = stakesKey(raceId)
  return queryOptions({
    queryKey,
    queryFn: () => api.get<Stake[]>(queryKey.join('/')),
    staleTime: minutes(5),
  })
}

const fetchStanding = async (scope: Scope, signal: AbortSignal): Promise<Standing> => {
  const path = `${boardKey(scope).join('/')}?asItStands=true&limit=${ROWS}`
  const reply = await api.reply(path, { signal })
  const raceId = Number(reply.headers.get('x-as-it-stands')?.split(':')[0])
  const total = Number(reply.headers.get('x-total-count'))
  const rows: ProvisionalEntry[] = await reply.json()
  // Without it the reply is the official board, which stands elsewhere.
  if (!raceId) return null
  return { raceId, total, entries: rows.slice(0, ROWS), own: rows[ROWS] ?? null }
}

/** A board as it would be if the running session ended now. */
export const asItStandsQuery = (scope: Scope) =>
  queryOptions({
    queryKey: asItStandsKey(scope),
    queryFn: ({ signal }) => fetchStanding(scope, signal),
    staleTime: minutes(1),
  })

/** Which session of a weekend runs, as far as frames have told. */
export const runningQuery = (weekendId: number) =>
  queryOptions<number>({ queryKey: runningKey(weekendId), queryFn: skipToken })

export const pausedQuery = queryOptions<boolean>({ queryKey: pausedKey, queryFn: skipToken })
