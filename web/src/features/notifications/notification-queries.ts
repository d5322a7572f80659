import type { Notification } from '@purple-sector/contracts/engagement/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { registerLive } from '../../lib/live-features.ts'
import { withoutYoung } from './held-notifications.ts'
import { listKey, unreadKey } from './notification-keys.ts'
import { notificationLive } from './notification-live.ts'

registerLive('notifications', notificationLive)

/** How often the unread ones are counted while OFFLINE: hand it to `usePollWhileOffline`. */
export const COUNT_POLL_MS = 30_000

/** How many notifications of a weekend, and of none, the fan has not read. */
export const unreadQuery = (weekendId: number) =>
  queryOptions({
    queryKey: unreadKey(weekendId),
    queryFn: () => api.get<{ count: number }>(`/api/notifications/${weekendId}/count`),
  })

/** What the fan was told of a weekend, and of none, the newest first. */
export const notificationsQuery = (weekendId: number) =>
  queryOptions({
    queryKey: listKey(weekendId),
    queryFn: async ({ client, queryKey }) => {
      const list = await api.get<Notification[]>(`/api/notifications/${weekendId}`, { isImmediate: true })
      return withoutYoung(client, queryKey, list)
    },
  })
