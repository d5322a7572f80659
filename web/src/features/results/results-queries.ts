import { inOrder } from '@purple-sector/contracts/admin/classification'
import type { Preview, Result, ResultBody } from '@purple-sector/contracts/admin/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { queryOptions } from '@tanstack/react-query'
import { api, hasCode } from '../../lib/api.ts'
import { invalidateOlderThan, registerLive } from '../../lib/live-features.ts'
import { minutes } from '../../lib/query-client.ts'

// A frame that tells of another revision changes the race, by which a result is asked for.
registerLive('results', {
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => root === '/api/races'),
})

/** Everything that is known of a race's result. */
export const resultKey = (raceId: number) => ['/api/races', raceId, 'results'] as const

/**
 * The current result of a race; null where there is none. A frame that tells of another revision asks anew: whose race is
 * held back asks for no revision that is. `isAtOnce`: race control reads it.
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
    // What was known stays on screen while another revision is asked for; also that there was none.
    placeholderData: (previous, query) => (query?.queryKey[1] === id ? previous : undefined),
    staleTime: minutes(5),
  })

/**
 * What publishing would change. Asked anew only when a place is another one (times and reasons move nobody), or once
 * the race has locked, because before that nobody is named.
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

/** Publishes a revision. One that another administrator overtook is refused with `RESULT_CHANGED`. */
export const publishResult = (raceId: number, body: ResultBody): Promise<Result> =>
  api.put<Result>(`/api/admin/races/${raceId}/results`, body)
