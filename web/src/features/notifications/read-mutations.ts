import type { Notification } from '@purple-sector/contracts/engagement/http'
import { api } from '../../lib/api.ts'
import { patchPart } from '../../lib/live-features.ts'
import { useToastMutation } from '../../lib/toast-mutation.ts'
import { listKey, notificationsKey } from './notification-keys.ts'
import { withRead } from './notification-list.ts'

const OFFLINE = 'The server was not reached: it is unread as before.'
const refresh = [{ queryKey: notificationsKey }]

/** Marks one as read. */
export const useRead = (weekendId: number) =>
  useToastMutation<number>({
    mutationFn: (id) => api.post(`/api/notifications/${id}/read`),
    failure: 'The notification was not marked as read',
    offline: OFFLINE,
    tellsOtherTabs: true,
    refresh,
    onDone: (_, id, client) =>
      patchPart<Notification[]>(client, listKey(weekendId), (list) => list && withRead(list, id)),
  })

/** Marks all of a weekend, and those without one, as read. */
export const useReadAll = (weekendId: number) =>
  useToastMutation({
    mutationFn: () => api.post(`/api/notifications/${weekendId}/read-all`),
    failure: 'The notifications were not marked as read',
    offline: OFFLINE,
    tellsOtherTabs: true,
    refresh,
    onDone: (_output, _input, client) =>
      patchPart<Notification[]>(client, listKey(weekendId), (list) => list && withRead(list)),
  })
