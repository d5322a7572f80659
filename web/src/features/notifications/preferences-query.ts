import type { NotificationPreferences } from '@purple-sector/contracts/engagement/http'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { preferencesKey } from './notification-keys.ts'

/** What the fan wants pushed and mailed. */
export const preferencesQuery = queryOptions({
  queryKey: preferencesKey,
  queryFn: () => api.get<NotificationPreferences>('/api/notifications/preferences'),
})
