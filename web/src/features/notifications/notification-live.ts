import type { Notification } from '@purple-sector/contracts/engagement/http'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { refetchSoon } from '../../lib/live.ts'
import { invalidateOlderThan, type LiveFeature, patchPart } from '../../lib/live-features.ts'
import { notificationsKey, unreadKey } from './notification-keys.ts'
import { withNews } from './notification-list.ts'
import { tellNotification } from './notification-toast.ts'
import { noteSeen } from './seen.ts'

type Count = { count: number }

/** What belongs to no weekend stands in every list. */
const isOf =
  (part: 'list' | 'count', weekendId: number | null) =>
  ({ queryKey: [root, weekend, name] }: { queryKey: QueryKey }): boolean =>
    root === notificationsKey[0] && name === part && (weekendId === null || weekend === weekendId)

/** While everybody is told of a result some know their count with it already: it is asked for again, by few at a time. */
const COUNTED_AGAIN = { afterMs: 3_000, spreadMs: 12_000 }

/** One more is unread. Counted here: after a result every fan would ask at once. */
const countOne = (client: QueryClient, { weekendId }: Notification): void => {
  client.setQueriesData<Count>({ predicate: isOf('count', weekendId) }, (known) => known && { count: known.count + 1 })
  const waitMs = COUNTED_AGAIN.afterMs + Math.random() * COUNTED_AGAIN.spreadMs
  const counted = client.getQueryCache().findAll({ predicate: isOf('count', weekendId) })
  for (const { queryKey } of counted) refetchSoon(client, queryKey, waitMs)
}

const take = (client: QueryClient, news: Notification): void => {
  const lists = client.getQueryCache().findAll({ predicate: isOf('list', news.weekendId) })
  for (const { queryKey } of lists) patchPart<Notification[]>(client, queryKey, (list) => list && withNews(list, news))
  if (news.isRead) return
  // A session that moves again is told again: whether it was read meanwhile, the server knows.
  if (news.type === 'session')
    refetchSoon(client, news.weekendId === null ? notificationsKey : unreadKey(news.weekendId))
  else countOne(client, news)
  tellNotification(news)
  noteSeen(client, news.id)
}

/** What the fan was told, and how much of it is unread, on every open screen. */
export const notificationLive = {
  onFrame(client, frame) {
    if (frame.type === 'notification') take(client, frame.data)
    if (frame.type !== 'notification_count') return
    const { weekendId, count } = frame.data
    if (weekendId === null || count === null) return refetchSoon(client, notificationsKey)
    client.setQueryData<Count>(unreadKey(weekendId), { count })
    // They were read, in whichever browser: which of them, the list tells.
    for (const { queryKey } of client.getQueryCache().findAll({ predicate: isOf('list', weekendId) }))
      refetchSoon(client, queryKey)
  },
  onReconnect: (client, since) => invalidateOlderThan(client, since, ([root]) => root === notificationsKey[0]),
} satisfies LiveFeature
