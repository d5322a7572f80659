import { type Database, databaseTime, lockSubject, type Transaction } from '@purple-sector/database'
import { raceRepository } from '../races/race-repository.ts'
import { holdWeekend } from '../weekends/hold-weekend.ts'
import type { StoredWeekend } from '../weekends/weekend.ts'
import { followRaces, isStillTold, type StoredEntry } from './calendar.ts'
import { calendarRepository } from './calendar-repository.ts'

const look = async (sql: Database | Transaction, weekend: StoredWeekend) => {
  const now = await databaseTime(sql)
  const entries = await calendarRepository(sql).list(weekend.id)
  const races = (await raceRepository(sql).list({ weekendId: weekend.id })).map(({ race }) => race)
  return { now, entries, changes: followRaces(weekend, { entries, races, now }) }
}

/**
 * The weekend's calendar. It is brought up to date when it is read, whichever write moved a race or renamed a category:
 * what no calendar has seen needs no sequence of its own, and between changes a read writes nothing.
 */
export const readCalendar = async (database: Database, weekend: StoredWeekend): Promise<StoredEntry[]> => {
  const { now, entries, changes } = await look(database, weekend)
  if (changes.length === 0) return entries.filter((entry) => isStillTold(entry, now))
  return database.transaction(async (sql) => {
    const present = await holdWeekend(sql, 'shared', weekend.id)
    // One after another, or two who read at once would count a change twice.
    await lockSubject(sql, 'exclusive', `calendar/${weekend.id}`)
    const latest = await look(sql, present)
    if (latest.changes.length > 0) await calendarRepository(sql).store(weekend.id, latest.changes)
    const stored = await calendarRepository(sql).list(weekend.id)
    return stored.filter((entry) => isStillTold(entry, latest.now))
  })
}
