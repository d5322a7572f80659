import { afterReply, refetchSoon } from '../../lib/live.ts'
import { invalidateOlderThan, type LiveFeature } from '../../lib/live-features.ts'

const POLL = '/api/driver-poll'

/** A part of a weekend's poll; without one all of it. */
export const pollKey = (weekendId: number, part?: 'user' | 'results' | 'stats') =>
  part ? ([POLL, weekendId, part] as const) : ([POLL, weekendId] as const)

/** A frame tells how the poll stands as a whole; a reply that was under way may be older. */
export const pollLive = {
  onFrame(client, frame) {
    if (frame.type !== 'poll_update') return
    const { weekendId, results, stats } = frame.data
    for (const [queryKey, told] of [
      [pollKey(weekendId, 'results'), results],
      [pollKey(weekendId, 'stats'), stats],
    ] as const) {
      afterReply(client, queryKey, () => refetchSoon(client, queryKey))
      if (client.getQueryData(queryKey) !== undefined) client.setQueryData(queryKey, told)
    }
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => root === POLL),
} satisfies LiveFeature
