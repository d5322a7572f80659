import type { Notification } from '@purple-sector/contracts/engagement/http'

/** As many as the server keeps of a weekend. */
const MAX = 200

/** The list with one more, the newest first; one that is told again says what it says now. */
export const withNews = (list: readonly Notification[], news: Notification): Notification[] =>
  list.some(({ id }) => id === news.id)
    ? list.map((known) => (known.id === news.id ? news : known))
    : [news, ...list].toSorted((one, other) => other.id - one.id).slice(0, MAX)

/** The list with one, or all of it, read. */
export const withRead = (list: readonly Notification[], id?: number): Notification[] =>
  list.map((known) => (id === undefined || known.id === id ? { ...known, isRead: true } : known))
