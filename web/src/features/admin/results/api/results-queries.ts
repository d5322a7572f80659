import { inOrder } from '@purple-sector/contracts/admin/classification'
import type { Preview, Result, ResultBody } from '@purple-sector/contracts/admin/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { queryOptions } from '@tanstack/react-query'
import { api, hasCode } from '../../../../client/api/api.ts'
import { minutes } from '../../../../client/api/query-client.ts'

/** Prefix of the keys of a race's result. */
export const resultKey = (raceId: number) => ['/api/races', raceId, 'results'] as const

/**
 * The current result of a race; null if there is none. A frame about a new revision changes the key and so refetches,
 * but not while the revision is delayed by the spoiler delay. `isImmediate` skips that delay, for race control.
 */
export const resultQuery = ({ id, resultRevision }: Pick<Race, 'id' | 'resultRevision'>, isImmediate = false) =>
  queryOptions({
    queryKey: [...resultKey(id), resultRevision] as const,
    queryFn: async ({ signal }): Promise<Result | null> => {
      if (resultRevision === null) return null
      try {
        return await api.get<Result>(`/api/races/${id}/results`, { signal, isImmediate })
      } catch (error) {
        if (hasCode(error, 'NO_RESULT')) return null
        throw error
      }
    },
    // Shows the previous revision, or that there was none, while the new one is fetched.
    placeholderData: (previous, query) => (query?.queryKey[1] === id ? previous : undefined),
    staleTime: minutes(5),
  })

/**
 * The effects of publishing. Refetched only when a place changes (times and reasons affect no points), or once the race
 * has locked, as no user is named before that.
 */
export const previewQuery = ({ id: raceId, locked }: Pick<Race, 'id' | 'locked'>, body: ResultBody) => {
  const classified = body.classification.filter(({ status }) => status === 'classified')
  const places = inOrder(classified).map(({ carId }) => carId)
  return queryOptions({
    queryKey: [
      '/api/admin/races',
      raceId,
      'preview',
      body.baseRevision,
      body.status === 'cancelled',
      places,
      locked,
    ] as const,
    queryFn: ({ signal }) => api.post<Preview>(`/api/admin/races/${raceId}/results?preview=true`, body, { signal }),
    placeholderData: (previous) => (previous?.raceId === raceId ? previous : undefined),
    staleTime: minutes(1),
  })
}

/** Publishes a revision. Fails with `RESULT_CHANGED` if another administrator has published a newer one. */
export const publishResult = (raceId: number, body: ResultBody): Promise<Result> =>
  api.put<Result>(`/api/admin/races/${raceId}/results`, body)
