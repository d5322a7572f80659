import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, hasCode } from '../../../client/api/api.ts'
import { minutes } from '../../../client/api/query-client.ts'

/** Also the first part of the current season's key. */
export const seasonsKey = ['/api/seasons'] as const

/** All seasons, the newest year first. */
export const seasonsQuery = queryOptions({
  queryKey: seasonsKey,
  queryFn: () => api.get<Season[]>('/api/seasons'),
  staleTime: minutes(5),
})

/** The current season (docs/rules.md, Seasons); null if there is none. */
export const currentSeasonQuery = queryOptions({
  queryKey: [...seasonsKey, 'current'],
  queryFn: async () => {
    try {
      return await api.get<Season>('/api/seasons/current')
    } catch (error) {
      if (hasCode(error, 'NO_SEASON')) return null
      throw error
    }
  },
  staleTime: minutes(5),
})

/** Whether a season can be shown, which needs rounds. */
export const hasRounds = ({ weekends }: Pick<Season, 'weekends'>): boolean => weekends.length > 0

/**
 * Reads the season with this id; without one, or if it is unknown, the current season. `season` is null if there is none;
 * `seasons` are all of them.
 */
export const useSeason = (seasonId?: number | null) => {
  const all = useQuery(seasonsQuery)
  const known = all.data?.find(({ id }) => id === seasonId) ?? all.data?.find(({ status }) => status === 'active')
  // An active season is the current one. Without any season there is nothing to ask for.
  const isAsked = all.data !== undefined && all.data.length > 0 && known === undefined
  const current = useQuery({ ...currentSeasonQuery, enabled: isAsked })
  const failed = [all, current].find(({ data, isError }) => isError && data === undefined)
  return {
    seasons: all.data,
    season: known ?? (isAsked ? current.data : all.data && null),
    failed,
  }
}
