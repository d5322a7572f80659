import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { afterReply, refetchSoon } from '../../../client/realtime/cache-updates.ts'

const POLL = '/api/driver-poll'

/** Key of a part of a weekend's poll; without a part, prefix of all of them. */
export const pollKey = (weekendId: number, part?: 'user' | 'results' | 'stats') =>
  part ? ([POLL, weekendId, part] as const) : ([POLL, weekendId] as const)

/** Applies the whole result; a reply in flight may be older. */
export const applyPoll = (client: QueryClient, { weekendId, results, stats }: FrameOf<'poll_update'>['data']): void => {
  for (const [queryKey, update] of [
    [pollKey(weekendId, 'results'), results],
    [pollKey(weekendId, 'stats'), stats],
  ] as const) {
    afterReply(client, queryKey, () => refetchSoon(client, queryKey))
    if (client.getQueryData(queryKey) !== undefined) client.setQueryData(queryKey, update)
  }
}
