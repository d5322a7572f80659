import { isDeepStrictEqual } from 'node:util'

/** What a calendar shows of an event, besides its times. */
export type EventContent = { title: string; location: string; isCancelled: boolean }

/** The calendar entry of a race or a round, by its id; `sequence` rises with each change of its content. */
export type CalendarEntry<Content extends EventContent> = {
  id: number
  sequence: number
  content: Content
  changedAt: Date
}
export type StoredEntry<Content extends EventContent> = CalendarEntry<Content> & { uid: string }

/** Days for which a cancelled entry is listed; a program that does not refresh within them keeps the event. */
const CANCELLATION_LISTED_DAYS = 30
const DAY_MS = 86_400_000

/** Returns the changed entry of an event; undefined if its content is unchanged. */
const changedEntry = <Content extends EventContent>(
  existing: CalendarEntry<Content> | undefined,
  id: number,
  content: Content | undefined,
  now: Date,
): CalendarEntry<Content> | undefined => {
  // An entry that was never listed need not be cancelled.
  if (!existing) return content && !content.isCancelled ? { id, sequence: 0, content, changedAt: now } : undefined
  const next = content ?? { ...existing.content, isCancelled: true }
  if (isDeepStrictEqual(existing.content, next)) return undefined
  return { id, sequence: existing.sequence + 1, content: next, changedAt: now }
}

/**
 * Returns the entries to store so that calendars match the events: new entries, changed ones, and, as cancelled, those
 * without content.
 */
export const changedEntries = <Content extends EventContent>(
  contents: ReadonlyMap<number, Content | undefined>,
  entries: readonly CalendarEntry<Content>[],
  now: Date,
): CalendarEntry<Content>[] => {
  const existing = new Map(entries.map((entry) => [entry.id, entry]))
  return [...new Set([...contents.keys(), ...existing.keys()])].flatMap(
    (id) => changedEntry(existing.get(id), id, contents.get(id), now) ?? [],
  )
}

/** Whether the entry is still listed in calendars. */
export const isListed = ({ content, changedAt }: CalendarEntry<EventContent>, now: Date): boolean =>
  !content.isCancelled || now.getTime() - changedAt.getTime() < CANCELLATION_LISTED_DAYS * DAY_MS
