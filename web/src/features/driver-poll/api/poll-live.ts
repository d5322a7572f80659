import { invalidateOlderThan, type LiveFeature } from '../../../client/realtime/live-features.ts'
import { afterReply, refetchSoon } from '../../../client/realtime/realtime-context.ts'

const POLL = '/api/driver-poll'

/** Key of a part of a weekend's poll; without a part, prefix of all of them. */
export const pollKey = (weekendId: number, part?: 'user' | 'results' | 'stats') =>
  part ? ([POLL, weekendId, part] as const) : ([POLL, weekendId] as const)

/** Applies frames, which carry the whole result; a reply in flight may be older. */
export const pollLive = {
  onFrame(client, frame) {
    if (frame.type !== 'poll_update') return
    const { weekendId, results, stats } = frame.data
    for (const [queryKey, update] of [
      [pollKey(weekendId, 'results'), results],
      [pollKey(weekendId, 'stats'), stats],
    ] as const) {
      afterReply(client, queryKey, () => refetchSoon(client, queryKey))
      if (client.getQueryData(queryKey) !== undefined) client.setQueryData(queryKey, update)
    }
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => root === POLL),
} satisfies LiveFeature
