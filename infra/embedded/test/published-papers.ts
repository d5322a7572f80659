import type { Recording } from '@purple-sector/race-day'
import { type WrittenSheet, writeSheets } from '@purple-sector/sheets'

type Field = Recording['categories'][number]
type Race = Recording['sessions'][number]
type Result = Race['results'][number]

const DAY_MS = 86_400_000

/** Whatever a session calls its category, the recording's first name of it. */
export const fieldOf = ({ categories }: Recording, named: string): Field => {
  const field = categories.find(({ category, shortName, aliases, renames }) =>
    [category, shortName, ...aliases, ...renames.flatMap(({ name, shortName: short }) => [name, short])].includes(
      named,
    ),
  )
  if (!field) throw new Error(`${named} is in no list of the recording`)
  return field
}

/** The recording with one more series of so many cars, whose races were not recorded. */
export const withSeries = (recording: Recording, category: string, cars: number): Recording => {
  const [like] = recording.sessions.filter(({ type }) => type === 'race1')
  const races = like ? [{ ...like, id: category, category, name: `${category} Race 1`, results: [] }] : []
  const entered = Array.from({ length: cars }, (_, index) => ({
    ...{ number: String(index + 1), driver: `Driver ${index + 1}`, team: `${category} ${index % 7}`, edits: [] },
    manufacturer: 'Other' as const,
  }))
  return {
    ...recording,
    categories: [...recording.categories, { category, aliases: [], renames: [], cars: entered }],
    sessions: [...recording.sessions, ...races],
  }
}

/** The recorded weekend as it is before it begins, its first day so many days later. */
export const workbookOf = (recording: Recording, daysLater: number): Promise<Buffer> => {
  const later = (instant: string): string =>
    `${new Date(Date.parse(`${instant.slice(0, 10)}T00:00:00Z`) + daysLater * DAY_MS).toISOString().slice(0, 10)} ${instant.slice(11, 16)}`
  const cars: WrittenSheet = {
    name: 'Entry list',
    rows: [
      ['No', 'Driver', 'Co-Driver', 'Team', 'Manufacturer', 'Model', 'Category'],
      ...recording.categories.flatMap(({ category, cars: entered }) =>
        entered.map((car) => [
          ...[car.number, car.driver, car.coDriver ?? '', car.team, car.manufacturer, car.model ?? '', category],
        ]),
      ),
    ],
    widths: [6, 24, 24, 24, 16, 16, 34],
  }
  const sessions: WrittenSheet = {
    name: 'Sessions',
    rows: [
      ['Category', 'Name', 'Session Type', 'Start', 'Distance', 'Points'],
      ...recording.sessions.map(({ category, name, type, plannedStart, distance, points }) => [
        ...[fieldOf(recording, category).category, name, type, plannedStart === null ? 'TBA' : later(plannedStart)],
        ...[distance ?? '', points ? `${points.first}, ${points.second}, ${points.third}` : ''],
      ]),
    ],
    widths: [34, 30, 14, 20, 16, 14],
  }
  return writeSheets([cars, sessions])
}

const timeOf = (ms: number): string => {
  const [minutes, rest] = [Math.floor(ms / 60_000), ms % 60_000]
  return `${minutes}:${(rest / 1_000).toFixed(4).padStart(7, '0')}`
}

/** A column of the page holds no more. */
const narrow = (text = ''): string => text.slice(0, 24).padEnd(25)

const HEADER =
  'Pos Car  Driver                   Competitor/Team          Vehicle        Cap  CL   Laps      Race Time  Fastest...Lap'

/** The page that the timing company would print of a recorded race (docs/timing-formats.md, Classification pages). */
export const pageOf = (recording: Recording, race: Race, result: Result, issue: number, state: string): string => {
  const { cars, category } = fieldOf(recording, race.category)
  const [winner] = result.classification
  const winnerMs = (winner?.laps ?? 0) * 95_000
  const lines = result.classification.map(({ position, car: plate, status, laps, bestLapMs, gapMs }) => {
    const car = cars.find(({ number }) => number === plate)
    const place = status === 'classified' ? String(position) : status.toUpperCase()
    const who = `${place.padEnd(4)}${plate.padStart(3)}  ${narrow(car?.driver)}${narrow(car?.team)}`
    const time = gapMs === undefined || laps !== winner?.laps ? '' : timeOf(winnerMs + gapMs)
    const fastest = bestLapMs === undefined ? '' : `${'7'.padStart(6)} ${timeOf(bestLapMs)}`
    return `${who}${(car?.model ?? '').slice(0, 14).padEnd(20)}SC${String(laps ?? '').padStart(6)}${time.padStart(12)}${fastest}`
  })
  return [
    ...[recording.weekend.name, recording.weekend.venue, '', `${category} - ${race.name}`, '', 'CLASSIFICATION'],
    `${state.padEnd(56)}Page 1           Issue ${issue}`,
    ...[
      '_'.repeat(80),
      HEADER,
      '',
      ...lines,
      '',
      '*=fastest lap time',
      `Issue# ${issue} - Printed Sat Nov 21 12:00:24 2026`,
    ],
  ].join('\n')
}
