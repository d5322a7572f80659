import { isDeepStrictEqual } from 'node:util'
import type { StoredRace } from '../races/race.ts'
import type { StoredWeekend } from '../weekends/weekend.ts'

/** The parts of a race that a calendar shows. Other changes of a race do not change its entry. */
export type CalendarContent = { title: string; location: string; startsAt: string; isCancelled: boolean }

/** A race's calendar entry; `sequence` rises with each change of its content. */
export type CalendarEntry = { raceId: number; sequence: number; content: CalendarContent; changedAt: Date }
export type StoredEntry = CalendarEntry & { uid: string }

/** Days for which a cancelled entry is listed; a program that does not refresh within them keeps the event. */
const CANCELLATION_LISTED_DAYS = 30
const DAY_MS = 86_400_000

type Race = Pick<StoredRace, 'id' | 'name' | 'category' | 'startsAt' | 'resultStatus'>

/** Returns a race's calendar content; undefined without a time. An abandoned race is cancelled. */
const contentOf = (race: Race, { venue }: Pick<StoredWeekend, 'venue'>): CalendarContent | undefined =>
  race.startsAt === null
    ? undefined
    : {
        title: `${race.category}: ${race.name}`,
        location: venue,
        startsAt: race.startsAt.toISOString(),
        isCancelled: race.resultStatus === 'cancelled',
      }

/** Returns the changed entry of a race; undefined if its content is unchanged. */
const changedEntry = (
  existing: CalendarEntry | undefined,
  raceId: number,
  content: CalendarContent | undefined,
  now: Date,
): CalendarEntry | undefined => {
  // An entry that was never listed need not be cancelled.
  if (!existing) return content && !content.isCancelled ? { raceId, sequence: 0, content, changedAt: now } : undefined
  const next = content ?? { ...existing.content, isCancelled: true }
  if (isDeepStrictEqual(existing.content, next)) return undefined
  return { raceId, sequence: existing.sequence + 1, content: next, changedAt: now }
}

/**
 * Returns the entries to store so that calendars match the races.
 * These are new entries, changed ones, and, as cancelled, those whose race was deleted or has no time any more.
 */
export const calendarChanges = (
  weekend: Pick<StoredWeekend, 'venue'>,
  { entries, races, now }: { entries: readonly CalendarEntry[]; races: readonly Race[]; now: Date },
): CalendarEntry[] => {
  const content = new Map(races.map((race) => [race.id, contentOf(race, weekend)]))
  const existing = new Map(entries.map((entry) => [entry.raceId, entry]))
  return [...new Set([...content.keys(), ...existing.keys()])].flatMap(
    (raceId) => changedEntry(existing.get(raceId), raceId, content.get(raceId), now) ?? [],
  )
}

/** Whether the entry is still listed in calendars. */
export const isListed = ({ content, changedAt }: CalendarEntry, now: Date): boolean =>
  !content.isCancelled || now.getTime() - changedAt.getTime() < CANCELLATION_LISTED_DAYS * DAY_MS
