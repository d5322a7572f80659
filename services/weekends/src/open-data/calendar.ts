import type { StoredRace } from '../races/race.ts'
import type { StoredWeekend } from '../weekends/weekend.ts'
import { type CalendarEntry, changedEntries, type EventContent } from './calendar-entry.ts'

/** The parts of a race that a calendar shows. Other changes of a race do not change its entry. */
export type RaceContent = EventContent & { startsAt: string }

type Race = Pick<StoredRace, 'id' | 'name' | 'category' | 'startsAt' | 'resultStatus'>

/** Returns a race's calendar content; undefined without a time. An abandoned race is cancelled. */
const contentOf = (race: Race, { venue }: Pick<StoredWeekend, 'venue'>): RaceContent | undefined =>
  race.startsAt === null
    ? undefined
    : {
        title: `${race.category}: ${race.name}`,
        location: venue,
        startsAt: race.startsAt.toISOString(),
        isCancelled: race.resultStatus === 'cancelled',
      }

/**
 * Returns the entries to store so that calendars match the races.
 * These are new entries, changed ones, and, as cancelled, those whose race was deleted or has no time any more.
 */
export const calendarChanges = (
  weekend: Pick<StoredWeekend, 'venue'>,
  { entries, races, now }: { entries: readonly CalendarEntry<RaceContent>[]; races: readonly Race[]; now: Date },
): CalendarEntry<RaceContent>[] =>
  changedEntries(new Map(races.map((race) => [race.id, contentOf(race, weekend)])), entries, now)
