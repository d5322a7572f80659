import type { NotificationPreferences } from '@purple-sector/contracts/engagement/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { preferencesKey, subscriptionsKey } from './notification-keys.ts'

/*
 * Both are kept as long as the app is open: forgotten while nothing shows them, every fan would ask again at the moment at
 * which a result is told to all (`isSentElsewhere`).
 */

/** What the fan wants pushed and mailed. */
export const preferencesQuery = queryOptions({
  queryKey: preferencesKey,
  queryFn: () => api.get<NotificationPreferences>('/api/notifications/preferences'),
  gcTime: Number.POSITIVE_INFINITY,
})

/** The fan's browsers that take pushes. */
export const subscriptionsQuery = queryOptions({
  queryKey: subscriptionsKey,
  queryFn: () => api.get<{ endpoint: string; createdAt: string }[]>('/api/notifications/push-subscriptions'),
  gcTime: Number.POSITIVE_INFINITY,
})
