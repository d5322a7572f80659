import type { Notification } from '@purple-sector/contracts/engagement/http'
import type { QueryClient } from '@tanstack/react-query'
import { refetchSoon } from '../../lib/live.ts'
import { askForOlder, type LiveFeature } from '../../lib/live-features.ts'
import { notificationsKey, unreadKey } from './notification-keys.ts'

type Count = { count: number }

/** One more is unread; what belongs to no weekend counts in all. Counted here: after a result every fan would ask at once. */
const countOne = (client: QueryClient, { weekendId, isRead }: Notification): void => {
  if (isRead) return
  const of = weekendId === null ? notificationsKey : unreadKey(weekendId)
  client.setQueriesData<Count>(
    { queryKey: of, predicate: ({ queryKey }) => queryKey.at(-1) === 'count' },
    (known) => known && { count: known.count + 1 },
  )
}

/** What the fan was told, and how much of it is unread, on every open screen. */
export const notificationLive = {
  onFrame(client, frame) {
    if (frame.type === 'notification') countOne(client, frame.data)
    if (frame.type !== 'notification_count') return
    const { weekendId, count } = frame.data
    if (weekendId === null || count === null) refetchSoon(client, notificationsKey)
    else client.setQueryData<Count>(unreadKey(weekendId), { count })
  },
  onGap: (client, since) => askForOlder(client, since, ([root]) => root === notificationsKey[0]),
} satisfies LiveFeature
