import type { Notification } from '@purple-sector/contracts/engagement/http'

/** Number of notifications of a weekend that the server stores. */
const MAX_NOTIFICATIONS = 200

/** Adds a notification to the list, newest first; replaces it if it is listed. */
export const withNotification = (list: readonly Notification[], notification: Notification): Notification[] =>
  list.some(({ id }) => id === notification.id)
    ? list.map((item) => (item.id === notification.id ? notification : item))
    : [notification, ...list].toSorted((a, b) => b.id - a.id).slice(0, MAX_NOTIFICATIONS)

/** Marks one notification as read, or all of them. */
export const withRead = (list: readonly Notification[], id?: number): Notification[] =>
  list.map((item) => (id === undefined || item.id === id ? { ...item, isRead: true } : item))
