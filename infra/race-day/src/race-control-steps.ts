import type { CompressedClock } from './clock.ts'
import { plannedLock } from './planned-locks.ts'
import { recordedInstants } from './recorded-instants.ts'
import type { CarStatusChange, Moment, RecordedResult, RecordedSession, Recording } from './recording.ts'

/** The product closes tips this long before a start, in real time however fast the recording is played. */
export const lockLead = 120_000

export type RaceControlStep = { at: number } & (
  | { kind: 'move'; session: RecordedSession; start: number }
  | { kind: 'status'; session: RecordedSession; status: 'running' | 'completed' }
  | { kind: 'result'; session: RecordedSession; result: RecordedResult; index: number }
  | { kind: 'timing'; session: RecordedSession; lap: number; flag: 'green' | 'red' | 'chequered' }
  | { kind: 'filter'; sessions: string[] }
  | { kind: 'car'; change: CarStatusChange }
)

const ms = (instant: string) => Date.parse(instant)

/** Every instant that the compressed clock must keep in its place. */
export const clockInstants = (recording: Recording): number[] => [
  ms(recording.fans.tipsOpen),
  ...recordedInstants(recording).map(({ at }) => at),
  ...recording.sessions.flatMap((session) => plannedLock(session) ?? []),
  ...recording.sessions.flatMap(({ plannedStart, moves }) =>
    [plannedStart, ...moves.map(({ start }) => start)].flatMap((start) => (start ? [ms(start) - lockLead] : [])),
  ),
]

/** A start such that the real lock, two minutes before it, falls on the compressed moment of the recorded lock. */
export const realStart = (clock: CompressedClock, start: string): number => clock.real(ms(start) - lockLead) + lockLead

/** When a fan acts: a compressed instant, or real seconds around the planned lock of a session. */
export const realMoment = (clock: CompressedClock, recording: Recording, moment: Moment): number => {
  if ('at' in moment) return clock.real(ms(moment.at))
  const session = recording.sessions.find(({ id }) => id === moment.lockOf)
  const lock = session && plannedLock(session)
  if (typeof lock !== 'number') throw new Error(`${moment.lockOf} never locks in this recording`)
  return clock.real(lock) + moment.seconds * 1000
}

/** All that race control does in a weekend, in order of time; equal moments keep the order of cause and effect. */
export const raceControlSteps = (recording: Recording, clock: CompressedClock): RaceControlStep[] => {
  const steps = [
    ...recording.filter.map(
      ({ at, sessions }): RaceControlStep => ({ at: clock.real(ms(at)), kind: 'filter', sessions }),
    ),
    ...recording.carStatuses.map((change): RaceControlStep => ({ at: clock.real(ms(change.at)), kind: 'car', change })),
    ...recording.sessions.flatMap((session) => sessionSteps(session, clock)),
  ]
  return steps.sort((a, b) => a.at - b.at)
}

const sessionSteps = (session: RecordedSession, clock: CompressedClock): RaceControlStep[] => {
  const real = (instant: string) => clock.real(ms(instant))
  const { ran, results } = session
  const steps = session.moves.map((move): RaceControlStep => {
    return { at: real(move.at), kind: 'move', session, start: realStart(clock, move.start) }
  })
  if (ran)
    steps.push({ at: real(ran.start), kind: 'status', session, status: 'running' }, ...timingSteps(session, ran, real))
  if (ran && (!results[0] || ms(ran.finish) < ms(results[0].at))) {
    steps.push({ at: real(ran.finish), kind: 'status', session, status: 'completed' })
  }
  results.forEach((result, index) => {
    steps.push({ at: real(result.at), kind: 'result', session, result, index })
  })
  return steps
}

/** One snapshot a lap, spread over the running time, with the red flags between them. */
const timingSteps = (
  session: RecordedSession,
  ran: { start: string; finish: string },
  real: (at: string) => number,
): RaceControlStep[] => {
  const [start, finish] = [real(ran.start), real(ran.finish)]
  const laps = session.laps.map((_, i): RaceControlStep => {
    const lap = i + 1
    const at = start + ((finish - start) * lap) / session.laps.length
    return { at, kind: 'timing', session, lap, flag: lap === session.laps.length ? 'chequered' : 'green' }
  })
  if (laps.length === 0) return []
  const lapAt = (at: number) => laps.filter((step) => step.at <= at).length
  const flags = session.redFlags.map(({ at }): RaceControlStep => {
    return { at: real(at), kind: 'timing', session, lap: lapAt(real(at)), flag: 'red' }
  })
  return [...laps, ...flags].sort((a, b) => a.at - b.at)
}
