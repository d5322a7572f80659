import type { NotificationPreferences } from '@purple-sector/contracts/engagement/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { preferencesKey, subscriptionsKey } from './notification-keys.ts'

/** What the fan wants pushed and mailed. */
export const preferencesQuery = queryOptions({
  queryKey: preferencesKey,
  queryFn: () => api.get<NotificationPreferences>('/api/notifications/preferences'),
})

/** The fan's browsers that take pushes. */
export const subscriptionsQuery = queryOptions({
  queryKey: subscriptionsKey,
  queryFn: () => api.get<{ endpoint: string; createdAt: string }[]>('/api/notifications/push-subscriptions'),
})
