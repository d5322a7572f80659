import type { Moment, RecordedGroup } from './recorded-group.ts'
import type { RecordedField, RecordedRace, Recording } from './recording.ts'

/** A problem in a recording: `path` as in `sessions.3.results.0.classification.4.car`. */
export type Issue = { path: string; message: string }

type Place = [at: string | null | undefined, path: string]

/** Returns every instant of the recording, in ms, with its place in the file. */
export const recordedInstants = (recording: Recording): { at: number; path: string }[] => {
  const places: Place[] = [
    ...recording.sessions.flatMap(raceInstants),
    ...recording.categories.flatMap(fieldInstants),
    ...recording.filter.map(({ at }, i): Place => [at, `filter.${i}.at`]),
    ...recording.pauses.map(({ at }, i): Place => [at, `pauses.${i}.at`]),
    ...recording.carStatuses.map(({ at }, i): Place => [at, `carStatuses.${i}.at`]),
    ...recording.fans.listed.flatMap((fan, f) => [
      ...fan.tips.flatMap(({ when }, t) => momentInstants(when, `fans.listed.${f}.tips.${t}.when`)),
      ...fan.votes.map(({ at }, v): Place => [at, `fans.listed.${f}.votes.${v}.at`]),
    ]),
    ...recording.groups.flatMap(groupInstants),
  ]
  return places.flatMap(([at, path]) => (typeof at === 'string' ? [{ at: Date.parse(at), path }] : []))
}

const momentInstants = (when: Moment | undefined, path: string): Place[] =>
  when && 'at' in when ? [[when.at, `${path}.at`]] : []

const groupInstants = ({ founded, changes, deleted, members }: RecordedGroup, g: number): Place[] => [
  [founded, `groups.${g}.founded`],
  ...changes.map(({ at }, i): Place => [at, `groups.${g}.changes.${i}.at`]),
  [deleted, `groups.${g}.deleted`],
  ...members.flatMap(({ stays }, m) =>
    stays.flatMap(({ when, approved, ends }, s): Place[] => {
      const path = `groups.${g}.members.${m}.stays.${s}`
      return [
        ...momentInstants(when, `${path}.when`),
        ...momentInstants(approved, `${path}.approved`),
        ...momentInstants(ends?.when, `${path}.ends.when`),
      ]
    }),
  ),
]

const fieldInstants = ({ renames, cars }: RecordedField, c: number): Place[] => [
  ...renames.map(({ at }, i): Place => [at, `categories.${c}.renames.${i}.at`]),
  ...cars.flatMap(({ entered, edits }, i): Place[] => [
    [entered, `categories.${c}.cars.${i}.entered`],
    ...edits.map(({ at }, e): Place => [at, `categories.${c}.cars.${i}.edits.${e}.at`]),
  ]),
]

const raceInstants = (race: RecordedRace, s: number): Place[] => {
  const path = `sessions.${s}`
  return [
    [race.plannedStart, `${path}.plannedStart`],
    [race.ran?.start, `${path}.ran.start`],
    [race.ran?.finish, `${path}.ran.finish`],
    ...race.moves.flatMap((move, i): Place[] => [
      [move.at, `${path}.moves.${i}.at`],
      [move.start, `${path}.moves.${i}.start`],
    ]),
    ...race.redFlags.map(({ at }, i): Place => [at, `${path}.redFlags.${i}.at`]),
    ...race.results.map(({ at }, i): Place => [at, `${path}.results.${i}.at`]),
  ]
}
