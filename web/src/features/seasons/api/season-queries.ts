import type { SeasonScope } from '@purple-sector/contracts/tipping/scope'
import type { Chances, OwnSeason, SeasonEntry } from '@purple-sector/contracts/tipping/seasons'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'
import { minutes } from '../../../client/api/query-client.ts'
import {
  type BoardPage,
  leaderboardPath,
  leaderboardRowsKey,
  seasonPath,
} from '../../leaderboard-rows/api/leaderboard-keys.ts'
import { chancesKey, ownSeasonKey } from './season-keys.ts'

/** Poll interval while offline, in ms; for `usePollWhileOffline`. */
export const SEASON_POLL_MS = 30_000

/** The fan's own season in a competition, round by round. */
export const ownSeasonQuery = (scope: SeasonScope) =>
  queryOptions({
    queryKey: ownSeasonKey(scope),
    queryFn: ({ signal }) => api.get<OwnSeason>(`${seasonPath(scope)}/me`, { signal }),
    staleTime: minutes(5),
  })

/** What the fan can still reach in a competition's season. */
export const chancesQuery = (scope: SeasonScope) =>
  queryOptions({
    queryKey: chancesKey(scope),
    queryFn: ({ signal }) => api.get<Chances>(`${seasonPath(scope)}/chances`, { signal }),
    staleTime: minutes(5),
  })

/** One row of a season's leaderboard by its index from 0, as a page with this row alone. */
export const seasonRowQuery = (scope: SeasonScope, index: number) =>
  queryOptions({
    queryKey: [...leaderboardRowsKey(scope), index],
    queryFn: async ({ signal }): Promise<BoardPage<SeasonEntry>> => {
      const reply = await api.reply(`${leaderboardPath(scope)}?limit=1&offset=${index}`, { signal })
      const [row]: SeasonEntry[] = await reply.json()
      const total = Number(reply.headers.get('x-total-count'))
      return {
        version: Number(reply.headers.get('x-board-version')),
        total,
        // Beyond the last row the reply has the caller's own row alone.
        entries: row && index < total ? [row] : [],
        ownEntry: null,
      }
    },
    staleTime: minutes(5),
  })
