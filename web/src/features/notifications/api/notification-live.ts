import type { Notification } from '@purple-sector/contracts/engagement/http'
import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { patchPart, refetchSoon } from '../../../client/realtime/cache-updates.ts'
import { notificationsKey, unreadKey } from './notification-keys.ts'
import { withNotification } from './notification-list.ts'
import { showNotificationToast } from './notification-toast.ts'
import { reportSeen } from './seen-reports.ts'

type Count = { count: number }

/** Returns a predicate for the queries that a notification affects; one without a weekend affects every list and count. */
const isQueryOf =
  (part: 'list' | 'count', weekendId: number | null) =>
  ({ queryKey: [root, weekend, name] }: { queryKey: QueryKey }): boolean =>
    root === notificationsKey[0] && name === part && (weekendId === null || weekend === weekendId)

/**
 * Delay and jitter in ms of the refetch of a count. It is needed as a count in flight may include the notification already;
 * the jitter spreads the clients after a result.
 */
const RECOUNT = { afterMs: 3_000, jitterMs: 12_000 }

/** Increments the unread count locally, as after a result every client would refetch at once. */
const incrementUnread = (client: QueryClient, { weekendId }: Notification): void => {
  client.setQueriesData<Count>(
    { predicate: isQueryOf('count', weekendId) },
    (known) => known && { count: known.count + 1 },
  )
  const waitMs = RECOUNT.afterMs + Math.random() * RECOUNT.jitterMs
  const counted = client.getQueryCache().findAll({ predicate: isQueryOf('count', weekendId) })
  for (const { queryKey } of counted) refetchSoon(client, queryKey, waitMs)
}

/** Adds a notification to lists and counts, and shows its toast. */
export const applyNotification = (client: QueryClient, notification: Notification): void => {
  const lists = client.getQueryCache().findAll({ predicate: isQueryOf('list', notification.weekendId) })
  for (const { queryKey } of lists)
    patchPart<Notification[]>(client, queryKey, (list) => list && withNotification(list, notification))
  if (notification.isRead) return
  // A rescheduled session updates its notification: only the server knows whether it was read meanwhile.
  if (notification.type === 'session')
    refetchSoon(client, notification.weekendId === null ? notificationsKey : unreadKey(notification.weekendId))
  else incrementUnread(client, notification)
  showNotificationToast(notification)
  reportSeen(client, notification.id)
}

/** Applies the number of unread notifications, which another browser may have changed. */
export const applyUnreadCount = (
  client: QueryClient,
  { weekendId, count }: FrameOf<'notification_count'>['data'],
): void => {
  if (weekendId === null || count === null) {
    refetchSoon(client, notificationsKey)
    return
  }
  client.setQueryData<Count>(unreadKey(weekendId), { count })
  // Notifications were read in another browser; only the list contains which ones.
  for (const { queryKey } of client.getQueryCache().findAll({ predicate: isQueryOf('list', weekendId) }))
    refetchSoon(client, queryKey)
}
