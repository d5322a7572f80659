import type { CategoryStandings, GroupStanding, RaceProgress } from '@purple-sector/contracts/tipping/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'
import { minutes } from '../../../client/api/query-client.ts'
import { categoryStandingsKey, groupStandingsKey, raceProgressKey } from './group-standings-keys.ts'

const staleTime = minutes(5)

/** Standings of the user's groups of a weekend: the top three of each, and the user's own place. */
export const groupStandingsQuery = (weekendId: number) =>
  queryOptions({
    queryKey: groupStandingsKey(weekendId),
    queryFn: () => api.get<GroupStanding[]>(`/api/groups/leaderboards/${weekendId}`),
    staleTime,
  })

/** The races that count in a group: how many members tipped each, and who scored most. */
export const raceProgressQuery = (groupId: number) =>
  queryOptions({
    queryKey: raceProgressKey(groupId),
    queryFn: () => api.get<RaceProgress[]>(`/api/groups/${groupId}/race-progress`),
    staleTime,
  })

/** The leaders of each category of a group. */
export const categoryStandingsQuery = (groupId: number) =>
  queryOptions({
    queryKey: categoryStandingsKey(groupId),
    queryFn: () => api.get<CategoryStandings[]>(`/api/groups/${groupId}/category-standings`),
    staleTime,
  })
