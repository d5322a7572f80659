import type { Notification } from '@purple-sector/contracts/engagement/http'
import { api } from '../../../client/api/api.ts'
import { useToastMutation } from '../../../client/api/toast-mutation.ts'
import { patchPart } from '../../../client/realtime/cache-updates.ts'
import { listKey, notificationsKey } from './notification-keys.ts'
import { withRead } from './notification-list.ts'

const OFFLINE = 'We can’t reach the server. It’s still unread.'
const refresh = [{ queryKey: notificationsKey }]

/** Marks a notification as read. */
export const useMarkRead = (weekendId: number) =>
  useToastMutation<number>({
    mutationFn: (id) => api.post(`/api/notifications/${id}/read`),
    failure: 'Couldn’t mark the notification as read',
    offline: OFFLINE,
    notifiesOtherTabs: true,
    refresh,
    onDone: (_, id, client) =>
      patchPart<Notification[]>(client, listKey(weekendId), (list) => list && withRead(list, id)),
  })

/** Marks all notifications of a weekend, and those without one, as read. */
export const useMarkAllRead = (weekendId: number) =>
  useToastMutation({
    mutationFn: () => api.post(`/api/notifications/${weekendId}/read-all`),
    failure: 'Couldn’t mark the notifications as read',
    offline: OFFLINE,
    notifiesOtherTabs: true,
    refresh,
    onDone: (_output, _input, client) =>
      patchPart<Notification[]>(client, listKey(weekendId), (list) => list && withRead(list)),
  })
