import type { Database, Transaction } from '@purple-sector/database'
import type { CalendarEntry, EventContent, StoredEntry } from './calendar-entry.ts'

type Row<Content> = { id: number; uid: string; sequence: number; content: Content; changed_at: Date }

/** A calendar of one kind: its table, the columns of its owner and of its events, and the field that sorts these. */
export const CALENDARS = {
  weekend: { table: 'calendar_entries', owner: 'weekend_id', event: 'race_id', start: 'startsAt' },
  season: { table: 'season_calendar_entries', owner: 'season_id', event: 'weekend_id', start: 'startDate' },
} as const
export type CalendarKind = keyof typeof CALENDARS

export const calendarRepository = <Content extends EventContent>(
  sql: Database | Transaction,
  kind: CalendarKind,
  ownerId: number,
) => {
  const { table, owner, event, start } = CALENDARS[kind]
  return {
    /** Lists the entries by start, then by event. */
    async list(): Promise<StoredEntry<Content>[]> {
      const rows: Row<Content>[] = await sql(table)
        .where({ [owner]: ownerId })
        .orderByRaw('content ->> ?, ??', [start, event])
        .select('uid', 'sequence', 'content', 'changed_at', { id: event })
      return rows.map(({ changed_at, ...row }) => ({ ...row, changedAt: changed_at }))
    },

    async store(entries: readonly CalendarEntry<Content>[]): Promise<void> {
      await sql(table)
        .insert(
          entries.map(({ id, sequence, content, changedAt }) => ({
            [event]: id,
            [owner]: ownerId,
            sequence,
            content: JSON.stringify(content),
            changed_at: changedAt,
          })),
        )
        .onConflict(kind === 'weekend' ? [event] : [owner, event])
        .merge(['sequence', 'content', 'changed_at'])
    },
  }
}
