import type { Database, Transaction } from '@purple-sector/database'
import type { CalendarContent, CalendarEntry, StoredEntry } from './calendar.ts'

type Row = { race_id: number; uid: string; sequence: number; content: CalendarContent; changed_at: Date }

export const calendarRepository = (sql: Database | Transaction) => ({
  /** Lists the entries by start, then by race. */
  async list(weekendId: number): Promise<StoredEntry[]> {
    const rows: Row[] = await sql('calendar_entries')
      .where({ weekend_id: weekendId })
      .orderByRaw(`content ->> 'startsAt', race_id`)
    return rows.map(({ race_id, changed_at, ...row }) => ({ ...row, raceId: race_id, changedAt: changed_at }))
  },

  async store(weekendId: number, entries: readonly CalendarEntry[]): Promise<void> {
    await sql('calendar_entries')
      .insert(
        entries.map(({ raceId, sequence, content, changedAt }) => ({
          race_id: raceId,
          weekend_id: weekendId,
          sequence,
          content: JSON.stringify(content),
          changed_at: changedAt,
        })),
      )
      .onConflict('race_id')
      .merge(['sequence', 'content', 'changed_at'])
  },
})
