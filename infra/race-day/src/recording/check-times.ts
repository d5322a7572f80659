import { lockedStretches } from '../account/planned-locks.ts'
import type { Issue } from './recorded-instants.ts'
import type { RecordedRace, Recording } from './recording.ts'

type Weekend = Recording['weekend']

const ms = (instant: string): number => Date.parse(instant)

/** Checks the times of one race against each other and against its weekend. */
export const checkTimes = (weekend: Weekend, race: RecordedRace, path: string): Issue[] => [
  ...checkOrder(race, path),
  ...checkDays(weekend, race, path),
  ...checkMoves(race, path),
  ...checkRunning(race, path),
]

const checkOrder = (race: RecordedRace, path: string): Issue[] =>
  (['moves', 'results', 'redFlags'] as const).flatMap((name) =>
    race[name].flatMap(({ at }, i, list) =>
      i > 0 && ms(at) < ms(list[i - 1]!.at)
        ? [{ path: `${path}.${name}.${i}.at`, message: 'lies before the one above it' }]
        : [],
    ),
  )

const isZone = (timeZone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en-CA', { timeZone })
    return true
  } catch {
    return false
  }
}

/** Checks that starts fall on the weekend's days in its time zone; results may come days later. */
const checkDays = ({ startDate, endDate, timeZone }: Weekend, race: RecordedRace, path: string): Issue[] => {
  if (startDate > endDate || !isZone(timeZone)) return []
  const days = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  const starts: [at: string | null | undefined, place: string][] = [
    [race.plannedStart, 'plannedStart'],
    [race.ran?.start, 'ran.start'],
    ...race.moves.map(({ start }, i): [string | undefined, string] => [start, `moves.${i}.start`]),
  ]
  return starts.flatMap(([at, place]) => {
    const day = at ? days.format(ms(at)) : startDate
    if (startDate <= day && day <= endDate) return []
    const message = `lies on ${day} in ${timeZone}, outside the weekend from ${startDate} to ${endDate}`
    return [{ path: `${path}.${place}`, message }]
  })
}

const checkMoves = (race: RecordedRace, path: string): Issue[] => {
  const stretches = lockedStretches(race)
  const reopenings = race.moves.filter(({ reopen }) => reopen)
  return race.moves.flatMap((move, i) => {
    const closed = [race.ran?.start, race.results[0]?.at].some((at) => at && ms(at) <= ms(move.at))
    if (closed) return [{ path: `${path}.moves.${i}.at`, message: 'the race has begun and cannot be moved' }]
    if (!move.reopen) return []
    const locked = stretches[reopenings.indexOf(move)]?.from ?? Number.POSITIVE_INFINITY
    if (locked > ms(move.at)) {
      return [{ path: `${path}.moves.${i}.reopen`, message: 'the race is still open then: it is moved without this' }]
    }
    const tooSoon = move.start !== undefined && ms(move.start) - ms(move.at) <= 120_000
    const message = 'lies less than two minutes after the reopening: the race would lock at once'
    return tooSoon ? [{ path: `${path}.moves.${i}.start`, message }] : []
  })
}

const checkRunning = ({ ran, laps, redFlags, results }: RecordedRace, path: string): Issue[] => {
  const issues: Issue[] = []
  if (ran && ms(ran.finish) <= ms(ran.start)) {
    issues.push({ path: `${path}.ran.finish`, message: 'the race finishes before it starts' })
  }
  redFlags.forEach((flag, i) => {
    const outside = !ran || ms(flag.at) < ms(ran.start) || ms(flag.at) > ms(ran.finish)
    if (outside) issues.push({ path: `${path}.redFlags.${i}.at`, message: 'lies outside the running of the race' })
    if (flag.until !== null && ms(flag.until) <= ms(flag.at)) {
      issues.push({ path: `${path}.redFlags.${i}.until`, message: 'the restart lies before the red flag' })
    }
  })
  if (ran) {
    results.forEach(({ at }, i) => {
      if (ms(at) >= ms(ran.finish)) return
      const when = ms(at) < ms(ran.start) ? 'before the race was run' : 'while the race is running'
      issues.push({ path: `${path}.results.${i}.at`, message: `lies ${when}: it finishes at ${ran.finish}` })
    })
  }
  if (laps.length > 0 && !ran) issues.push({ path: `${path}.laps`, message: 'a race that never ran has no laps' })
  return issues
}
