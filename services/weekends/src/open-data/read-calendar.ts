import { type Database, databaseTime, lockSubject, type Transaction } from '@purple-sector/database'
import { raceRepository } from '../races/race-repository.ts'
import { lockWeekend } from '../weekends/lock-weekend.ts'
import type { StoredWeekend } from '../weekends/weekend.ts'
import { weekendRepository } from '../weekends/weekend-repository.ts'
import { calendarChanges, type RaceContent } from './calendar.ts'
import { type CalendarEntry, changedEntries, type EventContent, isListed, type StoredEntry } from './calendar-entry.ts'
import { type CalendarKind, calendarRepository } from './calendar-repository.ts'
import { type RoundContent, roundContents } from './season-calendar.ts'

type Calendar<Content extends EventContent> = {
  kind: CalendarKind
  ownerId: number
  /** Locks what the calendar is made of. */
  lock(sql: Transaction): Promise<unknown>
  changes(
    sql: Database | Transaction,
    entries: readonly CalendarEntry<Content>[],
    now: Date,
  ): Promise<CalendarEntry<Content>[]>
}

/**
 * Reads a calendar and brings it up to date first.
 * Updating on read covers every write that changes an event: changes that no calendar has fetched need no sequence of
 * their own, and a read without changes writes nothing.
 */
const readUpToDate = async <Content extends EventContent>(
  database: Database,
  { kind, ownerId, lock, changes }: Calendar<Content>,
): Promise<StoredEntry<Content>[]> => {
  const read = async (sql: Database | Transaction) => {
    const now = await databaseTime(sql)
    const entries = await calendarRepository<Content>(sql, kind, ownerId).list()
    return { now, entries, changed: await changes(sql, entries, now) }
  }
  const { now, entries, changed } = await read(database)
  if (changed.length === 0) return entries.filter((entry) => isListed(entry, now))
  return database.transaction(async (sql) => {
    await lock(sql)
    // Serialized: concurrent reads would count a change twice.
    await lockSubject(sql, 'exclusive', kind === 'weekend' ? `calendar/${ownerId}` : `season-calendar/${ownerId}`)
    const latest = await read(sql)
    const calendar = calendarRepository<Content>(sql, kind, ownerId)
    if (latest.changed.length > 0) await calendar.store(latest.changed)
    return (await calendar.list()).filter((entry) => isListed(entry, latest.now))
  })
}

/** Reads the weekend's calendar: an entry for each race with a time. */
export const readCalendar = (database: Database, weekend: StoredWeekend): Promise<StoredEntry<RaceContent>[]> =>
  readUpToDate<RaceContent>(database, {
    kind: 'weekend',
    ownerId: weekend.id,
    lock: (sql) => lockWeekend(sql, 'shared', weekend.id),
    changes: async (sql, entries, now) => {
      const latest = (await weekendRepository(sql).find(weekend.id)) ?? weekend
      const races = (await raceRepository(sql).list({ weekendId: weekend.id })).map(({ race }) => race)
      return calendarChanges(latest, { entries, races, now })
    },
  })

/** Reads the season's calendar: an entry for each announced round. Empty if none is announced. */
export const readSeasonCalendar = async (
  database: Database,
  seasonId: number,
): Promise<StoredEntry<RoundContent>[]> => {
  const contentsOf = async (sql: Database | Transaction) =>
    roundContents((await weekendRepository(sql).list()).filter((weekend) => weekend.seasonId === seasonId))
  if ((await contentsOf(database)).size === 0) return []
  return readUpToDate<RoundContent>(database, {
    kind: 'season',
    ownerId: seasonId,
    lock: async () => {},
    changes: async (sql, entries, now) => changedEntries(await contentsOf(sql), entries, now),
  })
}
