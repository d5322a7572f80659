import { plannedLock } from '../account/planned-locks.ts'
import type { CompressedClock } from '../clock.ts'
import type { Moment } from '../recording/recorded-group.ts'
import { recordedInstants } from '../recording/recorded-instants.ts'
import type {
  CarEdit,
  CarStatusChange,
  RecordedField,
  RecordedRace,
  RecordedResult,
  Recording,
} from '../recording/recording.ts'
import type { TimingFlag } from './timing-snapshot.ts'

/** The product closes tips this long before a start, in real time at any speed; ms. */
export const lockLead = 120_000

export type RaceControlStep = { at: number } & (
  | { kind: 'move'; race: RecordedRace; start: number }
  | { kind: 'put off'; race: RecordedRace; ahead: number }
  | { kind: 'pause'; ms: number }
  | { kind: 'reopen'; race: RecordedRace; start: number }
  | { kind: 'status'; race: RecordedRace; status: 'running' | 'completed' }
  | { kind: 'result'; race: RecordedRace; result: RecordedResult; index: number }
  | { kind: 'timing'; race: RecordedRace; lap: number; flag: TimingFlag }
  | { kind: 'filter'; sessions: string[] }
  | { kind: 'rename'; category: string; to: { name: string; shortName?: string | undefined } }
  | { kind: 'entry'; category: string; car: string; entered: string }
  | { kind: 'edit'; category: string; car: string; edit: CarEdit }
  | { kind: 'car'; change: CarStatusChange }
)

const ms = (instant: string) => Date.parse(instant)

/** Returns every instant that the compressed clock must preserve. */
export const clockInstants = (recording: Recording): number[] => [
  ms(recording.fans.tipsOpen),
  ...recordedInstants(recording).map(({ at }) => at),
  ...recording.sessions.flatMap((race) => plannedLock(race) ?? []),
  ...recording.sessions.flatMap(({ plannedStart, moves }) =>
    [plannedStart, ...moves.map(({ start }) => start)].flatMap((start) => (start ? [ms(start) - lockLead] : [])),
  ),
]

/** Returns a start whose real lock, two minutes before it, falls on the compressed recorded lock. */
export const realStart = (clock: CompressedClock, start: string): number => clock.real(ms(start) - lockLead) + lockLead

/** Returns when a fan acts: at a compressed instant, or real seconds around a race's planned lock. */
export const realMoment = (clock: CompressedClock, recording: Recording, moment: Moment): number => {
  if ('at' in moment) return clock.real(ms(moment.at))
  const race = recording.sessions.find(({ id }) => id === moment.lockOf)
  const lock = race && plannedLock(race)
  if (typeof lock !== 'number') throw new Error(`${moment.lockOf} never locks in this recording`)
  return clock.real(lock) + moment.seconds * 1000
}

/**
 * Returns all steps of race control in order of time.
 * Steps at equal moments stay in the order of cause and effect.
 */
export const raceControlSteps = (recording: Recording, clock: CompressedClock): RaceControlStep[] => {
  const steps = [
    ...recording.filter.map(
      ({ at, sessions }): RaceControlStep => ({ at: clock.real(ms(at)), kind: 'filter', sessions }),
    ),
    ...recording.categories.flatMap((field) => fieldSteps(field, clock)),
    ...recording.carStatuses.map((change): RaceControlStep => ({ at: clock.real(ms(change.at)), kind: 'car', change })),
    ...recording.sessions.flatMap((race) => raceSteps(race, clock)),
    // Pauses come last, after everything else at the same instant.
    ...recording.pauses.map(({ at, seconds }): RaceControlStep => {
      return { at: clock.real(ms(at)), kind: 'pause', ms: seconds * 1_000 }
    }),
  ]
  return steps.sort((a, b) => a.at - b.at)
}

const fieldSteps = ({ category, cars, renames }: RecordedField, clock: CompressedClock): RaceControlStep[] => [
  ...renames.map(({ at, ...to }) => ({ at: clock.real(ms(at)), kind: 'rename' as const, category, to })),
  ...cars.flatMap(({ number: car, entered, edits }) => [
    ...(entered === undefined ? [] : [{ at: clock.real(ms(entered)), kind: 'entry' as const, category, car, entered }]),
    ...edits.map((edit) => ({ at: clock.real(ms(edit.at)), kind: 'edit' as const, category, car, edit })),
  ]),
]

const raceSteps = (race: RecordedRace, clock: CompressedClock): RaceControlStep[] => {
  const real = (instant: string) => clock.real(ms(instant))
  const { ran, results } = race
  const steps = race.moves.map((move): RaceControlStep => {
    const [at, { start, ahead }] = [real(move.at), move]
    if (start !== undefined) return { at, kind: move.reopen ? 'reopen' : 'move', race, start: realStart(clock, start) }
    return { at, kind: 'put off', race, ahead: (ahead?.minutes ?? 0) * 60_000 + (ahead?.seconds ?? 0) * 1_000 }
  })
  if (ran) steps.push({ at: real(ran.start), kind: 'status', race, status: 'running' }, ...timingSteps(race, clock))
  if (ran && (!results[0] || ms(ran.finish) < ms(results[0].at))) {
    steps.push({ at: real(ran.finish), kind: 'status', race, status: 'completed' })
  }
  results.forEach((result, index) => {
    steps.push({ at: real(result.at), kind: 'result', race, result, index })
  })
  return steps
}

const timingSteps = (race: RecordedRace, clock: CompressedClock): RaceControlStep[] =>
  lapsOf(race).map(({ at, lap, flag }) => ({ at: clock.real(at), kind: 'timing', race, lap, flag }))

/** Time until fans see a lap, and further time until they see a projected board; ms. */
const [lapTakes, boardTakes] = [300, 2_500]

type Lap = { at: number; lap: number; flag: TimingFlag }

/** Returns one snapshot per lap, evenly over the running time, with the red flags in between. */
const lapsOf = ({ ran, laps, redFlags }: RecordedRace): Lap[] => {
  if (!ran || laps.length === 0) return []
  const [start, finish] = [ms(ran.start), ms(ran.finish)]
  const done = laps.map((_, i): Lap => {
    const lap = i + 1
    const at = start + ((finish - start) * lap) / laps.length
    return { at, lap, flag: lap === laps.length ? 'chequered' : 'green' }
  })
  const flags = redFlags.map((flag): Lap => {
    const at = ms(flag.at)
    return { at, lap: done.filter((lap) => lap.at <= at).length, flag: 'red' }
  })
  return [...done, ...flags].sort((a, b) => a.at - b.at)
}

/** Returns the pause of the clock at each lap, during which the player checks the product. */
export const lapPauses = ({ sessions }: Recording): { at: number; ms: number }[] =>
  sessions.flatMap(lapsOf).map(({ at, flag }) => ({ at, ms: lapTakes + (flag === 'chequered' ? boardTakes : 0) }))
