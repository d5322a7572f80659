import type { LedgerEntry } from '@purple-sector/contracts/tipping/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'
import { minutes } from '../../../client/api/query-client.ts'

/** Prefix of the keys of a weekend's ledgers: the own one, and those that race control views. */
export const ledgersKey = (weekendId: number) => ['ledger', weekendId] as const

/** Every award of the signed-in fan, oldest first. */
export const myLedgerQuery = (weekendId: number) =>
  queryOptions({
    queryKey: [...ledgersKey(weekendId), 'mine'] as const,
    queryFn: ({ signal }) => api.get<LedgerEntry[]>(`/api/weekends/${weekendId}/my-points`, { signal }),
    staleTime: minutes(1),
  })

/** Every award of any user, oldest first; for administrators. */
export const ledgerOfQuery = (weekendId: number, userId: string) =>
  queryOptions({
    queryKey: [...ledgersKey(weekendId), 'of', userId] as const,
    queryFn: ({ signal }) =>
      api.get<LedgerEntry[]>(`/api/admin/weekends/${weekendId}/points/${encodeURIComponent(userId)}`, { signal }),
    staleTime: minutes(1),
  })
