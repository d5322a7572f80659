import type { Snapshot, SnapshotEntry, TimingFlag } from '@purple-sector/contracts/admin/live-timing'
import type { NatsoftState, NatsoftStatus } from './natsoft.ts'
import type { LiveCar } from './natsoft-leaderboard.ts'

const FLAGS: Readonly<Record<NatsoftStatus, TimingFlag>> = {
  wait: 'green',
  green: 'green',
  'safety-car': 'safety-car',
  red: 'red',
  chequered: 'chequered',
  ended: 'chequered',
}

const MOST_CARS = 300
const LAST_POSITION = 999

/** By position, of equals in the order in which they came; those without any at the end. */
const inOrder = (cars: NatsoftState['cars']): [string, LiveCar][] => {
  const rank = ({ position }: LiveCar) => (position === null || position < 1 ? LAST_POSITION : position)
  return [...cars].toSorted(([, one], [, other]) => rank(one) - rank(other))
}

const entryOf = (
  { competitors, status }: NatsoftState,
  [id, car]: [string, LiveCar],
  after: number,
): SnapshotEntry | undefined => {
  const competitor = competitors.get(id)
  if (!competitor || competitor.number === '' || competitor.number.length > 10) return undefined
  const isLapped = (laps: number | null): boolean => laps !== null && laps > 0
  const driver = competitor.drivers.get(car.driverId) ?? [...competitor.drivers.values()][0]
  const stays = status === 'ended' && car.state !== 'out' ? 'finished' : car.state
  return {
    carNumber: competitor.number,
    driver: driver?.slice(0, 200).toWellFormed() || null,
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
    status: stays,
  }
}

/** The first of two cars with one number: a snapshot names each once. */
const entriesOf = (state: NatsoftState): SnapshotEntry[] => {
  const entries: SnapshotEntry[] = []
  const named = new Set<string>()
  for (const car of inOrder(state.cars)) {
    const entry = entryOf(state, car, Math.min(entries.at(-1)?.position ?? 0, LAST_POSITION - 1))
    if (!entry || named.has(String(entry.carNumber)) || entries.length === MOST_CARS) continue
    named.add(String(entry.carNumber))
    entries.push(entry)
  }
  return entries
}

const lapsOf = ({ event, counter }: NatsoftState, lap: number): number | null => {
  if (event && event.laps > 0) return event.laps
  return counter && !counter.isTime && counter.remains !== null ? lap + Math.max(0, counter.remains) : null
}

const DAY_MS = 86_400_000
/** What a clock of a source may say of now: before and after these years it is wrong. */
const isSoundInstant = (ms: number): boolean => ms > Date.UTC(2000) && ms < Date.UTC(2100)

/**
 * How the session stands; undefined before it starts, for the first snapshot closes a session, and while nobody is
 * placed. Where the source has never said how it goes, a lap that was done says that it runs.
 */
export const natsoftSnapshot = (
  state: NatsoftState,
  { sequence, now }: { sequence: number; now: Date },
): Snapshot | undefined => {
  const entries = entriesOf(state)
  const lap = entries[0]?.laps ?? 0
  const status = state.status ?? (entries.some(({ laps }) => laps > 0) ? 'green' : 'wait')
  if (status === 'wait' || entries.length === 0) return undefined
  const { counter, message, toldAt } = state
  const remains = counter?.isTime ? counter.remains : null
  return {
    sequence,
    capturedAt: (toldAt !== null && isSoundInstant(toldAt) ? new Date(toldAt) : now).toISOString(),
    flag: FLAGS[status],
    lap,
    totalLaps: lapsOf(state, lap),
    remainingMs: remains === null ? null : Math.min(Math.max(0, remains), DAY_MS),
    message: message === '' ? null : message.slice(0, 500).toWellFormed(),
    entries,
  }
}
