import { EXAMPLE, writeSheets } from '@purple-sector/sheets'
import { LABELS } from './read-rounds.ts'
import type { RoundField } from './round-row.ts'

const COLUMNS: readonly { field: RoundField; example: string; width: number }[] = [
  { field: 'round', example: '1', width: 8 },
  { field: 'name', example: 'Southern Cross 500', width: 30 },
  { field: 'venue', example: 'Kingsway Street Circuit', width: 30 },
  { field: 'start', example: '2026-11-20', width: 14 },
  { field: 'end', example: '2026-11-22', width: 14 },
  { field: 'timeZone', example: 'Australia/Sydney', width: 22 },
]

/** Writes the template of a season's calendar: all columns in their usual order, and an example row. */
export const calendarTemplate = (): Promise<Buffer> =>
  writeSheets([
    {
      name: 'Calendar',
      rows: [
        [...COLUMNS.map(({ field }) => LABELS[field]), 'Note'],
        [...COLUMNS.map(({ example }) => example), EXAMPLE],
      ],
      widths: [...COLUMNS.map(({ width }) => width), 28],
    },
  ])
