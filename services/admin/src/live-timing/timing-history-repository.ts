import type { TimingFlag, TimingHistory } from '@purple-sector/contracts/admin/live-timing'
import type { Database } from '@purple-sector/database'
import type { TrackedTiming } from './next-timing.ts'
import type { HistoryAdditions } from './timing-history.ts'
import { timingSessionRepository } from './timing-session-repository.ts'

const ADD_LAPS = `
insert into timing_laps (race_id, generation, plate, lap, position, lap_ms, gap_ms, in_pit, at)
select :raceId, :generation, plate, lap, position, "lapMs", "gapMs", "inPit", :at::timestamptz
from jsonb_to_recordset(:laps::jsonb)
  as done (plate text, lap integer, position integer, "lapMs" double precision, "gapMs" double precision, "inPit" boolean)
on conflict do nothing`

/** Stores laps in one statement, or none if there are no new ones. Existing rows stay. */
export const addLaps = async (
  database: Database,
  { timing }: TrackedTiming,
  { laps }: HistoryAdditions,
): Promise<void> => {
  const { raceId, generation, at } = timing
  if (laps.length > 0) await database.raw(ADD_LAPS, { raceId, generation, at, laps: JSON.stringify(laps) })
}

/** Stores a race control message once, also if two replicas received it in different snapshots. */
export const addControl = async (
  database: Database,
  { timing }: TrackedTiming,
  { control }: HistoryAdditions,
): Promise<void> => {
  if (!control) return
  const { raceId, generation, at } = timing
  await database.transaction(async (sql) => {
    await timingSessionRepository(sql).lock(raceId)
    const ofRace = { race_id: raceId, generation }
    const lastEvent = await sql<ControlRow>('timing_control')
      .where(ofRace)
      .orderBy('id', 'desc')
      .first('flag', 'message')
    if (lastEvent?.flag === control.flag && lastEvent.message === control.message) return
    await sql('timing_control').insert({ ...ofRace, at, ...control })
  })
}

type LapRow = {
  race_id: number
  generation: number
  plate: string
  lap: number
  position: number
  lap_ms: number | null
  gap_ms: number | null
  in_pit: boolean
  at: Date
}
type Control = TimingHistory['control'][number]
type ControlRow = Pick<Control, 'lap' | 'flag' | 'message'> & { race_id: number; generation: number; at: Date }

/**
 * Reads a race's laps up to `until`, of one source, with cars in the order of their first lap.
 * `carIdOf` returns the entered car of a plate.
 */
export const readHistory = async (
  database: Database,
  raceId: number,
  { generation, until, carIdOf }: { generation: number; until: string; carIdOf: (plate: string) => number | null },
): Promise<TimingHistory> => {
  const [laps, control] = await Promise.all([
    database<LapRow>('timing_laps')
      .where({ race_id: raceId, generation })
      .where('at', '<=', new Date(until))
      .orderBy(['at', 'position', 'lap'])
      .select('plate', 'lap', 'position', 'lap_ms', 'gap_ms', 'in_pit', 'at'),
    database<ControlRow>('timing_control')
      .where({ race_id: raceId, generation })
      .where('at', '<=', new Date(until))
      .orderBy('id')
      .select('at', 'lap', 'flag', 'message'),
  ])
  const cars = new Map<string, TimingHistory['cars'][number]>()
  for (const { plate, lap_ms, gap_ms, in_pit, at, ...row } of laps) {
    const car = cars.get(plate) ?? { plate, carId: carIdOf(plate), laps: [] }
    cars.set(plate, car)
    car.laps.push({ ...row, lapMs: lap_ms, gapMs: gap_ms, inPit: in_pit, at: at.toISOString() })
  }
  return {
    raceId,
    cars: [...cars.values()],
    control: control.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
  }
}

/** Returns the flag before the chequered one, by the current source; undefined if there was none. */
export const findLastFlag = async (
  database: Database,
  { raceId, generation }: Pick<TrackedTiming['timing'], 'raceId' | 'generation'>,
): Promise<TimingFlag | undefined> => {
  const lastEvent = await database<ControlRow>('timing_control')
    .where({ race_id: raceId, generation })
    .whereNot({ flag: 'chequered' })
    .orderBy('id', 'desc')
    .first('flag')
  return lastEvent?.flag
}
