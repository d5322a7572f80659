import type { NotificationPreferences } from '@purple-sector/contracts/engagement/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'
import { preferencesKey, subscriptionsKey } from './notification-keys.ts'

/* Both stay cached as long as the app is open: if garbage-collected, every client would refetch at the moment a
   result is announced to all (`isSentElsewhere`). */

/** Which notifications the fan wants pushed and mailed. */
export const preferencesQuery = queryOptions({
  queryKey: preferencesKey,
  queryFn: () => api.get<NotificationPreferences>('/api/notifications/preferences'),
  gcTime: Number.POSITIVE_INFINITY,
})

/** The fan's browsers with push subscriptions. */
export const subscriptionsQuery = queryOptions({
  queryKey: subscriptionsKey,
  queryFn: () => api.get<{ endpoint: string; createdAt: string }[]>('/api/notifications/push-subscriptions'),
  gcTime: Number.POSITIVE_INFINITY,
})
