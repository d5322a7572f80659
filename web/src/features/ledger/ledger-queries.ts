import type { LedgerEntry } from '@purple-sector/contracts/tipping/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { refetchSoon } from '../../lib/live.ts'
import { invalidateOlderThan, registerLive } from '../../lib/live-features.ts'
import { minutes } from '../../lib/query-client.ts'

/** The ledgers of a weekend: the own one, and those that race control looks at. */
const ledgersKey = (weekendId: number) => ['ledger', weekendId] as const

registerLive('ledger', {
  onFrame(client, frame) {
    if (frame.type === 'race_completed' || frame.type === 'result_corrected' || frame.type === 'result_status')
      refetchSoon(client, ledgersKey(frame.data.race.weekendId))
    // What a group gives may come after what the open competition gave.
    if (frame.type === 'my_standing') refetchSoon(client, ledgersKey(frame.data.weekendId))
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => root === 'ledger'),
})

/** Every award of the signed-in fan, oldest first. */
export const myLedgerQuery = (weekendId: number) =>
  queryOptions({
    queryKey: [...ledgersKey(weekendId), 'mine'] as const,
    queryFn: ({ signal }) => api.get<LedgerEntry[]>(`/api/weekends/${weekendId}/my-points`, { signal }),
    staleTime: minutes(1),
  })

/** The same of anybody, for administrators. */
export const ledgerOfQuery = (weekendId: number, userId: string) =>
  queryOptions({
    queryKey: [...ledgersKey(weekendId), 'of', userId] as const,
    queryFn: ({ signal }) =>
      api.get<LedgerEntry[]>(`/api/admin/weekends/${weekendId}/points/${encodeURIComponent(userId)}`, { signal }),
    staleTime: minutes(1),
  })
