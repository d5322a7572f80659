import { type Database, databaseTime, lockSubject, type Transaction } from '@purple-sector/database'
import { raceRepository } from '../races/race-repository.ts'
import { lockWeekend } from '../weekends/lock-weekend.ts'
import type { StoredWeekend } from '../weekends/weekend.ts'
import { calendarChanges, isListed, type StoredEntry } from './calendar.ts'
import { calendarRepository } from './calendar-repository.ts'

const readChanges = async (sql: Database | Transaction, weekend: StoredWeekend) => {
  const now = await databaseTime(sql)
  const entries = await calendarRepository(sql).list(weekend.id)
  const races = (await raceRepository(sql).list({ weekendId: weekend.id })).map(({ race }) => race)
  return { now, entries, changes: calendarChanges(weekend, { entries, races, now }) }
}

/**
 * Reads the weekend's calendar and brings it up to date first.
 * Updating on read covers every write that moves a race or renames a category: changes that no calendar has fetched
 * need no sequence of their own, and a read without changes writes nothing.
 */
export const readCalendar = async (database: Database, weekend: StoredWeekend): Promise<StoredEntry[]> => {
  const { now, entries, changes } = await readChanges(database, weekend)
  if (changes.length === 0) return entries.filter((entry) => isListed(entry, now))
  return database.transaction(async (sql) => {
    const lockedWeekend = await lockWeekend(sql, 'shared', weekend.id)
    // Serialized: concurrent reads would count a change twice.
    await lockSubject(sql, 'exclusive', `calendar/${weekend.id}`)
    const latest = await readChanges(sql, lockedWeekend)
    if (latest.changes.length > 0) await calendarRepository(sql).store(weekend.id, latest.changes)
    const stored = await calendarRepository(sql).list(weekend.id)
    return stored.filter((entry) => isListed(entry, latest.now))
  })
}
