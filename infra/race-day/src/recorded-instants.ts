import type { RecordedRace, Recording } from './recording.ts'

/** Something wrong in a recording: `path` as in `sessions.3.results.0.classification.4.car`. */
export type Issue = { path: string; message: string }

/** Every instant at which something happens in the recording, in milliseconds, with its place in the file. */
export const recordedInstants = (recording: Recording): { at: number; path: string }[] => {
  const places: [at: string | null | undefined, path: string][] = [
    ...recording.sessions.flatMap(raceInstants),
    ...recording.filter.map(({ at }, i): [string, string] => [at, `filter.${i}.at`]),
    ...recording.carStatuses.map(({ at }, i): [string, string] => [at, `carStatuses.${i}.at`]),
    ...recording.fans.listed.flatMap((fan, f) =>
      fan.tips.flatMap(({ when }, t): [string, string][] =>
        'at' in when ? [[when.at, `fans.listed.${f}.tips.${t}.when.at`]] : [],
      ),
    ),
  ]
  return places.flatMap(([at, path]) => (typeof at === 'string' ? [{ at: Date.parse(at), path }] : []))
}

const raceInstants = (race: RecordedRace, s: number): [at: string | null | undefined, path: string][] => {
  const path = `sessions.${s}`
  return [
    [race.plannedStart, `${path}.plannedStart`],
    [race.ran?.start, `${path}.ran.start`],
    [race.ran?.finish, `${path}.ran.finish`],
    ...race.moves.flatMap((move, i): [string, string][] => [
      [move.at, `${path}.moves.${i}.at`],
      [move.start, `${path}.moves.${i}.start`],
    ]),
    ...race.redFlags.map(({ at }, i): [string, string] => [at, `${path}.redFlags.${i}.at`]),
    ...race.results.map(({ at }, i): [string, string] => [at, `${path}.results.${i}.at`]),
  ]
}
