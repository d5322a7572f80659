import type { AuditEntry } from '@purple-sector/contracts/admin/http'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'

const PAGE = 50

/** Entries that match the filters, newest first, in pages. `query` comes from `auditQueryOf`. */
export const auditLogQuery = (query: string) =>
  infiniteQueryOptions({
    queryKey: ['/api/admin/audit', query] as const,
    queryFn: ({ pageParam, signal }) => {
      const params = new URLSearchParams(query)
      params.set('limit', String(PAGE))
      if (pageParam !== undefined) params.set('before', String(pageParam))
      return api.get<AuditEntry[]>(`/api/admin/audit?${params}`, { signal })
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    // No frame reports administrators' actions.
    staleTime: 0,
  })
