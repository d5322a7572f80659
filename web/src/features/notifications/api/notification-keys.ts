/** Prefix of the keys of all notifications. */
export const notificationsKey = ['/api/notifications'] as const

export const unreadKey = (weekendId: number) => [...notificationsKey, weekendId, 'count'] as const
export const listKey = (weekendId: number) => [...notificationsKey, weekendId, 'list'] as const
export const preferencesKey = [...notificationsKey, 'preferences'] as const
export const subscriptionsKey = [...notificationsKey, 'push-subscriptions'] as const
