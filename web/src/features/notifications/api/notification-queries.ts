import type { Notification } from '@purple-sector/contracts/engagement/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'
import { withoutDelayed } from './delayed-notifications.ts'
import { listKey, unreadKey } from './notification-keys.ts'

/** Poll interval of the unread count while offline, in ms; for `usePollWhileOffline`. */
export const COUNT_POLL_MS = 30_000

/** Number of unread notifications of a weekend and of those without one. */
export const unreadQuery = (weekendId: number) =>
  queryOptions({
    queryKey: unreadKey(weekendId),
    queryFn: () => api.get<{ count: number }>(`/api/notifications/${weekendId}/count`),
  })

/** Notifications of a weekend and those without one, newest first. */
export const notificationsQuery = (weekendId: number) =>
  queryOptions({
    queryKey: listKey(weekendId),
    queryFn: async ({ client, queryKey }) => {
      const list = await api.get<Notification[]>(`/api/notifications/${weekendId}`, { isImmediate: true })
      return withoutDelayed(client, queryKey, list)
    },
  })
