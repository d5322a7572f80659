import { isDeepStrictEqual } from 'node:util'
import type { StoredRace } from '../races/race.ts'
import type { StoredWeekend } from '../weekends/weekend.ts'

/** What a calendar shows of a race. Whatever else is known of it changes no calendar. */
export type Shown = { title: string; location: string; startsAt: string; isCancelled: boolean }

/** A race as calendars know it; `sequence` rises with each change that they see. */
export type CalendarEntry = { raceId: number; sequence: number; shown: Shown; changedAt: Date }
export type StoredEntry = CalendarEntry & { uid: string }

/** So long calendars are told that something will not be; who has not asked by then keeps it. */
const CANCELLED_DAYS = 30
const DAY_MS = 86_400_000

type Race = Pick<StoredRace, 'id' | 'name' | 'category' | 'startsAt' | 'resultStatus'>

/** The race in a calendar; undefined where it has no time. One that was abandoned is told as cancelled. */
const shownOf = (race: Race, { venue }: Pick<StoredWeekend, 'venue'>): Shown | undefined =>
  race.startsAt === null
    ? undefined
    : {
        title: `${race.category}: ${race.name}`,
        location: venue,
        startsAt: race.startsAt.toISOString(),
        isCancelled: race.resultStatus === 'cancelled',
      }

/** What changes with what is shown of a race now; undefined where nothing does. */
const changed = (
  known: CalendarEntry | undefined,
  raceId: number,
  shown: Shown | undefined,
  now: Date,
): CalendarEntry | undefined => {
  // One that calendars never had need not be taken out of them.
  if (!known) return shown && !shown.isCancelled ? { raceId, sequence: 0, shown, changedAt: now } : undefined
  const next = shown ?? { ...known.shown, isCancelled: true }
  if (isDeepStrictEqual(known.shown, next)) return undefined
  return { raceId, sequence: known.sequence + 1, shown: next, changedAt: now }
}

/**
 * The entries that have to be stored so that calendars show the races as they are: new ones, those that changed, and
 * those whose race is gone or has no time any more, as cancelled.
 */
export const followRaces = (
  weekend: Pick<StoredWeekend, 'venue'>,
  { entries, races, now }: { entries: readonly CalendarEntry[]; races: readonly Race[]; now: Date },
): CalendarEntry[] => {
  const shown = new Map(races.map((race) => [race.id, shownOf(race, weekend)]))
  const known = new Map(entries.map((entry) => [entry.raceId, entry]))
  return [...new Set([...shown.keys(), ...known.keys()])].flatMap(
    (raceId) => changed(known.get(raceId), raceId, shown.get(raceId), now) ?? [],
  )
}

/** Whether calendars are still told of it. */
export const isStillTold = ({ shown, changedAt }: CalendarEntry, now: Date): boolean =>
  !shown.isCancelled || now.getTime() - changedAt.getTime() < CANCELLED_DAYS * DAY_MS
