import type { SheetRow } from '@purple-sector/sheets'
import { isTime } from './session-start.ts'

/** Header names of each column, folded: without case, blanks, marks and accents. */
type Names<Field extends string> = Readonly<Record<Field, readonly string[]>>

const CAR_NAMES = {
  plate: ['number', 'no', 'nr', 'num', '#', 'car', 'carnumber', 'carno', 'plate', 'nummer', 'startnummer', 'startnr'],
  driver: ['driver', 'drivername', 'driver1', 'fahrer', 'fahrername', 'fahrer1', 'pilot'],
  name: ['name', 'carname'],
  coDriver: ['codriver', 'codrivername', 'driver2', 'fahrer2', 'cofahrer', 'beifahrer', 'copilot'],
  team: ['team', 'teamname', 'entrant', 'competitor', 'competitorteam', 'bewerber'],
  manufacturer: ['manufacturer', 'make', 'brand', 'hersteller', 'marke'],
  model: ['model', 'modell', 'vehicle', 'fahrzeug'],
  class: ['class', 'cl', 'klasse'],
  category: ['category', 'series', 'kategorie', 'serie'],
  race: ['race', 'raceid', 'session', 'sessionid', 'racename', 'sessionname', 'rennen'],
} satisfies Names<string>
export type CarField = keyof typeof CAR_NAMES

const SESSION_NAMES = {
  category: CAR_NAMES.category,
  name: ['name', 'session', 'sessionname', 'race', 'racename', 'rennen'],
  sessionType: ['sessiontype', 'type', 'typ', 'art'],
  start: ['start', 'starttime', 'starts', 'scheduledtime', 'scheduledstart', 'begin', 'begins', 'beginn', 'startzeit'],
  date: ['date', 'day', 'startdate', 'datum', 'tag'],
  time: ['time', 'times', 'localtime', 'from', 'when', 'uhrzeit', 'zeit'],
  distance: ['distance', 'laps', 'distanz', 'runden'],
  track: ['track', 'circuit', 'strecke'],
  points: ['points', 'pointsawarded', 'punkte'],
} satisfies Names<string>
export type SessionField = keyof typeof SESSION_NAMES

/** Names of the columns in the template and in messages. */
export const LABELS: Readonly<Record<CarField | SessionField, string>> = {
  plate: 'Number',
  driver: 'Driver',
  name: 'Name',
  coDriver: 'Co-Driver',
  team: 'Team',
  manufacturer: 'Manufacturer',
  model: 'Model',
  class: 'Class',
  category: 'Category',
  race: 'Race',
  sessionType: 'Session Type',
  start: 'Start',
  date: 'Date',
  time: 'Time',
  distance: 'Distance',
  track: 'Track',
  points: 'Points',
}

/** Characters of a text that are compared: a header, a kind of session, the mark of an example. */
const FOLDED_CHARS = 100

export const foldText = (text: string): string =>
  text
    .slice(0, FOLDED_CHARS)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9#]/g, '')

/** The columns of a field, from 0, in order: a header merged over several cells means each of them. */
export type Columns<Field extends string> = Readonly<Partial<Record<Field, readonly number[]>>>

const columnsIn = <Field extends string>(names: Names<Field>, { cells }: SheetRow): Columns<Field> => {
  const columns: Partial<Record<Field, number[]>> = {}
  const fields = Object.entries<readonly string[]>(names) as [Field, readonly string[]][]
  cells.forEach((cell, column) => {
    const name = foldText(cell)
    const field = fields.find(([, headerNames]) => headerNames.includes(name))?.[0]
    if (field) columns[field] = [...(columns[field] ?? []), column]
  })
  return columns
}

const countOf = (columns: Columns<string>): number => Object.keys(columns).length

/** Rows above a header: a title, a date, a sponsor. */
const MAX_ROWS_ABOVE = 20

/** Finds the row that names most columns: a title above it, or a header over groups of columns, names fewer. */
const headerIn = <Field extends string>(names: Names<Field>, rows: readonly SheetRow[]) => {
  const candidates = rows.slice(0, MAX_ROWS_ABOVE).map((row) => ({ row, columns: columnsIn(names, row) }))
  const maxCount = Math.max(0, ...candidates.map(({ columns }) => countOf(columns)))
  return candidates.find(({ columns }) => maxCount >= 2 && countOf(columns) === maxCount)
}

export type Header<Field extends string> = { row: SheetRow; columns: Columns<Field> }
export type SheetHeader =
  | ({ kind: 'cars' } & Header<CarField>)
  | ({ kind: 'sessions' } & Header<SessionField>)
  | undefined

/** Finds the column of times in a list of days without one: the first whose cells are mostly times. */
const withTimes = (header: Header<SessionField>, rows: readonly SheetRow[]): Header<SessionField> => {
  const { row, columns } = header
  if (!columns.date || columns.start || columns.time) return header
  const namedColumns = Object.values(columns).flat()
  const rowsBelow = rows.filter(({ line }) => line > row.line)
  const isOfTimes = (column: number): boolean => {
    const cells = rowsBelow.flatMap(({ cells }) => cells[column] || [])
    return cells.length > 0 && cells.filter(isTime).length * 2 > cells.length
  }
  const column = row.cells.findIndex((_, index) => !namedColumns.includes(index) && isOfTimes(index))
  return column === -1 ? header : { row, columns: { ...columns, time: [column] } }
}

const SESSION_SHEETS = ['sessions', 'session', 'races', 'schedule', 'timetable', 'zeitplan', 'rennen']

/** Detects what a sheet lists, with its columns; undefined if it lists neither cars nor sessions. */
export const headerOf = ({ name, rows }: { name: string; rows: readonly SheetRow[] }): SheetHeader => {
  const sessionHeader = headerIn(SESSION_NAMES, rows)
  const sessions = sessionHeader && withTimes(sessionHeader, rows)
  const cars = headerIn(CAR_NAMES, rows)
  const isOfCars = cars && (cars.columns.plate || cars.columns.driver)
  const isTimed = sessions && (sessions.columns.sessionType || sessions.columns.start || sessions.columns.time)
  if (sessions && (SESSION_SHEETS.includes(foldText(name)) || (isTimed && !isOfCars)))
    return { kind: 'sessions', ...sessions }
  return cars && (isOfCars || cars.columns.name) ? { kind: 'cars', ...cars } : undefined
}
