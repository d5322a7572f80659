import type { Snapshot, SnapshotEntry, TimingFlag } from '@purple-sector/contracts/admin/live-timing'
import { MAX_CARS, MAX_PLATE_CHARS } from '@purple-sector/service-kit/data/parsing-limits'
import type { LiveCar } from './natsoft-leaderboard.ts'
import type { NatsoftState, NatsoftStatus } from './natsoft-state.ts'

const FLAGS: Readonly<Record<NatsoftStatus, TimingFlag>> = {
  wait: 'green',
  green: 'green',
  'safety-car': 'safety-car',
  red: 'red',
  // Its clock is stopped, so the cars do not race.
  paused: 'red',
  chequered: 'chequered',
  ended: 'chequered',
}

const LAST_POSITION = 999

/**
 * Sorts by position, cars without one last.
 * A car that a partial leaderboard moved to another's position comes before it, as on the timing company's own board;
 * other equals stay in order of arrival.
 */
const inOrder = (cars: NatsoftState['cars']): [string, LiveCar][] => {
  const rank = ({ position }: LiveCar) => (position === null || position < 1 ? LAST_POSITION : position)
  return [...cars].toSorted(([, left], [, right]) => rank(left) - rank(right) || right.movedBy - left.movedBy)
}

/** Whether a car has completed something: laps in a race, a time in a timed session. */
const hasDriven = ({ laps, lastLapMs, bestLapMs }: LiveCar, kind: string): boolean => {
  const hasTime = bestLapMs !== null
  const isTimed = /^(?:qualifying|practice)/i.test(kind)
  return isTimed ? hasTime : hasTime || (laps ?? 0) > 0 || lastLapMs !== null
}

/** At the end a car has finished, unless it is out, never started a race, or has no time in a timed session. */
const statusOf = (car: LiveCar, { status, event }: NatsoftState): SnapshotEntry['status'] => {
  if (status !== 'ended' || car.state === 'out') return car.state
  return hasDriven(car, event?.kind ?? '') ? 'finished' : 'out'
}

const entryOf = (state: NatsoftState, [id, car]: [string, LiveCar], after: number): SnapshotEntry | undefined => {
  const competitor = state.competitors.get(id)
  if (!competitor || competitor.number === '' || competitor.number.length > MAX_PLATE_CHARS) return undefined
  const isLapped = (laps: number | null): boolean => laps !== null && laps > 0
  const driver = competitor.drivers.get(car.driverId) ?? [...competitor.drivers.values()][0]
  return {
    carNumber: competitor.number,
    driver: driver || null,
    position: car.position !== null && car.position >= 1 ? Math.min(car.position, LAST_POSITION) : after + 1,
    laps: car.laps ?? 0,
    lastLapMs: car.lastLapMs,
    bestLapMs: car.bestLapMs,
    gapMs: isLapped(car.gapLaps) ? null : car.gapMs,
    gapLaps: isLapped(car.gapLaps) ? car.gapLaps : null,
    intervalMs: isLapped(car.intervalLaps) ? null : car.intervalMs,
    intervalLaps: isLapped(car.intervalLaps) ? car.intervalLaps : null,
    sectorsMs: [...car.sectorsMs],
    inPit: car.state === 'pit',
    pitStops: car.pitStops,
    status: statusOf(car, state),
  }
}

/** Returns the entries; of two cars with one number the first, because a snapshot names each once. */
const entriesOf = (state: NatsoftState): SnapshotEntry[] => {
  const entries: SnapshotEntry[] = []
  const numbers = new Set<string>()
  for (const car of inOrder(state.cars)) {
    const entry = entryOf(state, car, Math.min(entries.at(-1)?.position ?? 0, LAST_POSITION - 1))
    if (!entry || numbers.has(String(entry.carNumber)) || entries.length === MAX_CARS) continue
    numbers.add(String(entry.carNumber))
    entries.push(entry)
  }
  return entries
}

const lapsOf = ({ event, counter }: NatsoftState, lap: number): number | null => {
  if (event && event.laps > 0) return event.laps
  return counter && !counter.isTime && counter.remains !== null ? lap + Math.max(0, counter.remains) : null
}

const DAY_MS = 86_400_000
const isoOf = (ms: number): string => new Date(ms).toISOString()

/**
 * Builds a snapshot of the session.
 * Undefined before it starts, because the first snapshot closes the race, and while no car has a position. A source
 * that has sent no status counts as running from the first completed lap.
 */
export const natsoftSnapshot = (
  state: NatsoftState,
  { sequence, now }: { sequence: number; now: Date },
): Snapshot | undefined => {
  const entries = entriesOf(state)
  const lap = entries[0]?.laps ?? 0
  const hasRun = entries.some(({ laps }) => laps > 0)
  const status = state.status ?? (hasRun ? 'green' : 'wait')
  const isWaiting = status === 'wait' || (status === 'paused' && !hasRun)
  if (isWaiting || entries.length === 0) return undefined
  const { counter, message, orderAt, startedAt } = state
  const remains = counter?.isTime ? counter.remains : null
  return {
    sequence,
    capturedAt: orderAt === null ? now.toISOString() : isoOf(orderAt),
    sessionStartedAt: startedAt === null ? null : isoOf(startedAt),
    flag: FLAGS[status],
    lap,
    totalLaps: lapsOf(state, lap),
    remainingMs: remains === null ? null : Math.min(Math.max(0, remains), DAY_MS),
    message: message || null,
    entries,
  }
}
