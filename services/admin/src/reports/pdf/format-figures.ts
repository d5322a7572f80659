import { zoneFormats } from '@purple-sector/service-kit/data/zone-formats'
import type { ReportedCar, ReportedRace, ReportedRevision } from '../weekend-report.ts'

/** Formats a number with a comma for thousands, as on the screens. */
export const count = (value: number): string => value.toLocaleString('en-AU')

/** Formats a count with its noun: `1 fan`, `1,206 fans`. */
export const counted = (value: number, noun: string): string => `${count(value)} ${noun}${value === 1 ? '' : 's'}`

const dayOf = (date: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-AU', { ...options, timeZone: 'UTC' }).format(new Date(`${date}T12:00:00Z`))

/** Formats a range of days: `17–18 Oct 2026`, `30 Oct – 1 Nov 2026`; shared parts once. */
export const days = (start: string, end: string): string => {
  const full = { day: 'numeric', month: 'short', year: 'numeric' } as const
  if (start === end) return dayOf(end, full)
  if (start.slice(0, 7) === end.slice(0, 7)) return `${dayOf(start, { day: 'numeric' })}–${dayOf(end, full)}`
  if (start.slice(0, 4) === end.slice(0, 4))
    return `${dayOf(start, { day: 'numeric', month: 'short' })} – ${dayOf(end, full)}`
  return `${dayOf(start, full)} – ${dayOf(end, full)}`
}

const momentOf = zoneFormats('en-AU', { weekday: 'short', hour: 'numeric', minute: '2-digit', hour12: true })

/** Formats a moment by the circuit's clock: `Sat 3:52 pm`. */
export const moment = (at: string, timeZone: string): string =>
  momentOf(timeZone).format(new Date(at)).replaceAll(',', '')

/** Formats a moment in full: `22 Nov 2026, 6:12 pm AEDT`. */
export const dateAndTime = (at: string, timeZone: string): string => {
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const time = { hour: 'numeric', minute: '2-digit', hour12: true, timeZoneName: 'short' } as const
  return new Intl.DateTimeFormat('en-AU', { ...date, ...time, timeZone }).format(new Date(at)).replace(/ at /, ', ')
}

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0')

/** Formats a lap time to a tenth of a millisecond, as timing writes it: `1:20.2983`. */
export const lapTime = (ms: number): string => {
  const tenths = Math.round(ms * 10)
  const minutes = Math.floor(tenths / 600_000)
  const seconds = Math.floor((tenths % 600_000) / 10_000)
  const rest = pad(tenths % 10_000, 4)
  return minutes > 0 ? `${minutes}:${pad(seconds, 2)}.${rest}` : `${seconds}.${rest}`
}

/** Formats a gap: `+4.127`, `+1:02.300`. */
export const gap = (ms: number): string => {
  const minutes = Math.floor(ms / 60_000)
  const seconds = Math.floor((ms % 60_000) / 1_000)
  const rest = pad(Math.round(ms % 1_000), 3)
  return minutes > 0 ? `+${minutes}:${pad(seconds, 2)}.${rest}` : `+${seconds}.${rest}`
}

/** Formats the end of a car's line: its distance from the winner, or its status. */
export const distance = (car: ReportedCar, winner: ReportedCar | undefined): string => {
  if (car.status !== 'classified') return car.status.toUpperCase()
  if (car === winner) return car.laps === null ? '' : counted(car.laps, 'lap')
  const behind = (winner?.laps ?? 0) - (car.laps ?? 0)
  if (car.laps !== null && behind > 0) return `+${counted(behind, 'lap')}`
  return car.gapMs === null ? '' : gap(car.gapMs)
}

const STATUS = { provisional: 'Provisional', official: 'Official', amended: 'Amended', cancelled: 'Cancelled' } as const
export const statusOf = ({ status }: Pick<ReportedRevision, 'status'>): string => STATUS[status]

const SHORT: Record<string, string> = { qualifying: 'Q', shootout: 'SO', practice: 'P' }

/**
 * Returns short names of bars: `Q`, `SO`, `R1`.
 * Several sessions of one kind are numbered, in the order of the list.
 */
export const shortNames = (races: readonly Pick<ReportedRace, 'sessionType'>[]): string[] => {
  const shortName = ({ sessionType }: Pick<ReportedRace, 'sessionType'>) =>
    SHORT[sessionType] ?? sessionType.replace(/^race/, 'R').slice(0, 3)
  const shortNamesOfRaces = races.map(shortName)
  const countByName = new Map<string, number>()
  return shortNamesOfRaces.map((name) => {
    const nth = (countByName.get(name) ?? 0) + 1
    countByName.set(name, nth)
    const isUnique = shortNamesOfRaces.filter((other) => other === name).length === 1
    return isUnique ? name : `${name}${/\d$/.test(name) ? '·' : ''}${nth}`
  })
}

/** Formats a share without decimals; more than nothing is at least `<1%`. */
export const percent = (part: number, whole: number): string => {
  if (whole === 0 || part === 0) return '0%'
  const share = (part / whole) * 100
  return share < 1 ? '<1%' : `${Math.round(share)}%`
}
