import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import type { PollResult, PollStats, Vote, VoteBody } from '@purple-sector/contracts/engagement/http'
import type { Car, Weekend } from '@purple-sector/contracts/weekends/http'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { api, hasCode } from '../../../client/api/api.ts'
import { minutes } from '../../../client/api/query-client.ts'
import { useToastMutation } from '../../../client/api/toast-mutation.ts'
import { usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import { byCategory } from '../../weekend-data/api/category-order.ts'
import { useCategories } from '../../weekend-data/api/category-queries.ts'
import { carsQuery, racesQuery } from '../../weekend-data/api/weekend-queries.ts'
import { pollKey } from './poll-live.ts'

const OFFLINE_POLL_MS = 30_000

export const ownVoteQuery = (weekendId: number) =>
  queryOptions({
    queryKey: pollKey(weekendId, 'user'),
    queryFn: () => api.get<Vote | null>(`/api/driver-poll/${weekendId}/user`),
    staleTime: minutes(5),
  })

const resultsQuery = (weekendId: number) =>
  queryOptions({
    queryKey: pollKey(weekendId, 'results'),
    queryFn: () => api.get<PollResult[]>(`/api/driver-poll/${weekendId}/results`),
    staleTime: minutes(5),
  })

const statsQuery = (weekendId: number) =>
  queryOptions({
    queryKey: pollKey(weekendId, 'stats'),
    queryFn: () => api.get<PollStats>(`/api/driver-poll/${weekendId}/stats`),
    staleTime: minutes(5),
  })

export const useOwnVote = (weekendId: number) => useQuery(ownVoteQuery(weekendId))

/** The poll's results: live, and polled while offline. */
export const useResults = (weekendId: number) =>
  useQuery({ ...resultsQuery(weekendId), refetchInterval: usePollWhileOffline(OFFLINE_POLL_MS) })
export const useStats = (weekendId: number) =>
  useQuery({ ...statsQuery(weekendId), refetchInterval: usePollWhileOffline(OFFLINE_POLL_MS) })

/** A category of the weekend with its entered cars; undefined while they load. */
export type Field = { categoryId: number; category: string; cars: readonly Car[] | undefined }

/** The entered cars of the weekend by category, each fetched by one of its races. */
export const useFields = (weekendId: number) => {
  const races = useQuery(racesQuery(weekendId))
  const groups = byCategory(races.data ?? [], useCategories())
  const cars = useQueries({ queries: groups.map(({ items }) => carsQuery(items[0]?.id ?? 0)) })
  const failed = [races, ...cars].find(({ data, isError }) => isError && data === undefined)
  const fields = groups.map(
    ({ id, name }, index): Field => ({ categoryId: id, category: name, cars: cars[index]?.data }),
  )
  return { fields, failed, isPending: races.isPending }
}

/** Votes for a driver of the weekend, or changes the vote. */
export const useCastVote = ({ id: weekendId }: Pick<Weekend, 'id'>) =>
  useToastMutation({
    mutationFn: ({ driver, categoryId }: Pick<Car, 'driver' | 'categoryId'>) => {
      const body: VoteBody = { weekendId, driverName: driver, category: categoryId }
      return api.post<Vote>('/api/driver-poll', body)
    },
    onDone: (vote, _car, client) => {
      client.setQueryData(ownVoteQuery(weekendId).queryKey, vote)
    },
    success: ({ driverName }) => ({ title: 'Vote Submitted', message: `Your vote is for ${bidiIsolate(driverName)}.` }),
    failure: 'Error',
    fixedReason: 'Failed to submit vote. Please try again.',
    offline: 'You’re offline. Your vote wasn’t saved.',
    // The weekend has completed, or the driver was withdrawn, and no frame has reported it yet.
    onFailed: (error, client) => {
      if (hasCode(error, 'POLL_CLOSED')) void client.invalidateQueries({ queryKey: ['/api/weekends'] })
    },
    refresh: [{ queryKey: pollKey(weekendId) }],
    notifiesOtherTabs: true,
  })
