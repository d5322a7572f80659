import { type ColumnNames, foldText, type Header, headerIn, type SheetRow } from '@purple-sector/sheets'
import { isTime } from './session-start.ts'

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
} satisfies ColumnNames<string>
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
} satisfies ColumnNames<string>
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
