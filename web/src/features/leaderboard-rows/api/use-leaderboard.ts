import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useLive, usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import type { PageOf, View } from './leaderboard-keys.ts'
import { LEADERBOARD_POLL_MS, leaderboardQuery } from './leaderboard-queries.ts'
import type { Scope } from './scope.ts'

export type LeaderboardOptions = {
  /**
   * Fetches the first page once while LIVE: frames carry the first rows, and rows that scroll fetch the pages on screen
   * themselves.
   */
  isFetchedOnce?: boolean | undefined
}

/** Returns the first page of a scope's leaderboard; polls it while OFFLINE. */
export const useLeaderboard = <V extends View>(
  scope: Scope,
  view: V,
  { isFetchedOnce = false }: LeaderboardOptions = {},
): UseQueryResult<PageOf[V]> => {
  const { isLive } = useLive()
  return useQuery({
    ...leaderboardQuery(scope, view),
    enabled: ({ state }) => !isFetchedOnce || state.data === undefined || !isLive,
    refetchInterval: usePollWhileOffline(LEADERBOARD_POLL_MS[view]),
  })
}
