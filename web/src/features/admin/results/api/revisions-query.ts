import type { ResultRevision } from '@purple-sector/contracts/admin/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../../../client/api/api.ts'

const PAGE_SIZE = 20

/** The revisions of a race's result in pages, newest first. A new revision changes the key. */
export const revisionsQuery = ({ id, resultRevision }: Pick<Race, 'id' | 'resultRevision'>) =>
  infiniteQueryOptions({
    queryKey: ['/api/admin/races', id, 'revisions', resultRevision] as const,
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === undefined ? '' : `&before=${pageParam}`
      return api.get<ResultRevision[]>(`/api/admin/races/${id}/results/revisions?limit=${PAGE_SIZE}${before}`, {
        signal,
      })
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.revision),
    placeholderData: (previous, query) => (query?.queryKey[1] === id ? previous : undefined),
    enabled: resultRevision !== null,
  })
