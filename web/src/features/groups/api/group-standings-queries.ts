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

const inWeekend = (weekendId: number | undefined): string => (weekendId === undefined ? '' : `?weekendId=${weekendId}`)

/** The races that count in a group: how many members tipped each, and who scored most; of its current weekend unless named. */
export const raceProgressQuery = (groupId: number, weekendId?: number) =>
  queryOptions({
    queryKey: [...raceProgressKey(groupId), weekendId],
    queryFn: () => api.get<RaceProgress[]>(`/api/groups/${groupId}/race-progress${inWeekend(weekendId)}`),
    staleTime,
  })

/** The leaders of each category of a group, in its current weekend unless another one is named. */
export const categoryStandingsQuery = (groupId: number, weekendId?: number) =>
  queryOptions({
    queryKey: [...categoryStandingsKey(groupId), weekendId],
    queryFn: () => api.get<CategoryStandings[]>(`/api/groups/${groupId}/category-standings${inWeekend(weekendId)}`),
    staleTime,
  })
