import { EXAMPLE, type WrittenSheet, writeSheets } from '@purple-sector/sheets'
import { type CarField, LABELS, type SessionField } from './columns.ts'

type Column<Field> = { field: Field; example: string; width: number }

const CARS: readonly Column<CarField>[] = [
  { field: 'plate', example: '05', width: 10 },
  { field: 'driver', example: 'Jed Harrowell', width: 24 },
  { field: 'coDriver', example: 'Rory Tench', width: 24 },
  { field: 'team', example: 'Brightline Racing', width: 24 },
  { field: 'manufacturer', example: 'Ford', width: 16 },
  { field: 'model', example: 'Mustang GT', width: 16 },
  { field: 'class', example: 'Pro', width: 12 },
  { field: 'category', example: 'Supercars', width: 34 },
  { field: 'race', example: 'Race 1', width: 18 },
  { field: 'name', example: 'The Bullet', width: 18 },
]

const SESSIONS: readonly Column<SessionField>[] = [
  { field: 'category', example: 'Supercars', width: 34 },
  { field: 'name', example: 'Race 1', width: 24 },
  { field: 'sessionType', example: 'race1', width: 14 },
  { field: 'start', example: '2026-11-21 14:10', width: 20 },
  { field: 'distance', example: '250 km', width: 14 },
  { field: 'track', example: 'Kingsway Street Circuit', width: 26 },
  { field: 'points', example: '50, 25, 15', width: 14 },
]

const sheetOf = (name: string, columns: readonly Column<CarField | SessionField>[]): WrittenSheet => ({
  name,
  rows: [
    [...columns.map(({ field }) => LABELS[field]), 'Note'],
    [...columns.map(({ example }) => example), EXAMPLE],
  ],
  widths: [...columns.map(({ width }) => width), 28],
})

/** Writes the template: all columns in their usual order, and an example row. */
export const uploadTemplate = (): Promise<Buffer> => writeSheets([sheetOf('Cars', CARS), sheetOf('Sessions', SESSIONS)])
