import { plannedLock } from '../account/planned-locks.ts'
import { fieldOf, pickCar, planFans } from '../fans/fans.ts'
import { seededRandom } from '../random.ts'
import type {
  CarEdit,
  CarStatusChange,
  PlannedTip,
  RecordedRace,
  RecordedResult,
  Recording,
} from '../recording/recording.ts'
import type { RecordedSeason, RecordedSeasonGroup } from './recorded-season.ts'

/** A tip that a fan, by index, plans in the open competition or in a group. */
export type TipPlan = { fan: number; group: RecordedSeasonGroup | null; category: string; car: string }

/** What happens in a round, in recorded time; only the order is played. */
export type RoundEvent = { at: number } & (
  | { kind: 'tip'; tip: TipPlan }
  | { kind: 'lock'; race: RecordedRace }
  | { kind: 'result'; race: RecordedRace; result: RecordedResult; index: number }
  | { kind: 'filter'; sessions: string[] }
  | { kind: 'car'; change: CarStatusChange }
  | { kind: 'entry'; category: string; car: string; entered: string }
  | { kind: 'edit'; category: string; car: string; edit: CarEdit }
)

const ms = (instant: string): number => Date.parse(instant)

const momentOf = (recording: Recording, { when }: PlannedTip): number => {
  if ('at' in when) return ms(when.at)
  const race = recording.sessions.find(({ id }) => id === when.lockOf)
  return ((race && plannedLock(race)) ?? 0) + when.seconds * 1000
}

/** Seeds that differ from round to round and from fan to fan. */
const [ROUND_SEED, FAN_SEED] = [101, 7919]
/** Shares of fans who tip nothing in a group, and of group tips on the car of the open competition. */
const [IDLE_IN_GROUP, SAME_CAR] = [0.15, 0.5]

const hash = (text: string): number =>
  [...text].reduce((sum, character) => Math.imul(sum, 31) + (character.codePointAt(0) ?? 0), 7)

const withSeed = (recording: Recording, seed: number): Recording => ({
  ...recording,
  fans: { ...recording.fans, generated: { ...recording.fans.generated, seed } },
})

/**
 * Plans the tips of a round. Named fans who are absent tip nothing; of the others a share has no open tip, and some have
 * none in a group. Group tips follow the open ones in time, with other cars.
 */
const planTips = (season: RecordedSeason, index: number, fans: number): { at: number; tip: TipPlan }[] => {
  const round = season.rounds[index]
  if (!round) return []
  const { recording } = round
  const seed = recording.fans.generated.seed + index * ROUND_SEED
  const favourites = new Map(
    recording.categories.map(({ category }) => [category, fieldOf(recording, category).favourites]),
  )
  return planFans(withSeed(recording, seed), fans).flatMap(({ tips }, fan) => {
    const name = season.fans[fan]
    if (name !== undefined && round.absent.includes(name)) return []
    const planned = tips
      .filter(({ group }) => group === undefined)
      .map((tip) => ({ at: momentOf(recording, tip), category: tip.category, car: tip.car }))
    const isAbsent = name === undefined && seededRandom(seed + fan * FAN_SEED).chance(season.absences)
    const open = planned.map(({ at, ...tip }) => ({ at, tip: { fan, group: null, ...tip } }))
    const inGroups = season.groups.flatMap((group) => {
      const random = seededRandom(seed + fan * FAN_SEED + hash(group.name))
      if (name === undefined && random.chance(IDLE_IN_GROUP)) return []
      return planned.map(({ at, category, car }) => {
        const other = random.chance(SAME_CAR) ? car : pickCar(random, favourites.get(category) ?? [], at)
        return { at, tip: { fan, group, category, car: other ?? car } }
      })
    })
    return [...(isAbsent ? [] : open), ...inGroups]
  })
}

/** Returns everything that happens in a round, in order. Sessions lock when they would in the recorded weekend. */
export const roundEvents = (season: RecordedSeason, index: number, fans: number): RoundEvent[] => {
  const recording = season.rounds[index]?.recording
  if (!recording) return []
  const events: RoundEvent[] = [
    ...recording.filter.map(({ at, sessions }) => ({ at: ms(at), kind: 'filter' as const, sessions })),
    ...recording.categories.flatMap(({ category, cars }) =>
      cars.flatMap(({ number: car, entered, edits }) => [
        ...(entered === undefined ? [] : [{ at: ms(entered), kind: 'entry' as const, category, car, entered }]),
        ...edits.map((edit) => ({ at: ms(edit.at), kind: 'edit' as const, category, car, edit })),
      ]),
    ),
    ...recording.carStatuses.map((change) => ({ at: ms(change.at), kind: 'car' as const, change })),
    ...recording.sessions.flatMap((race): RoundEvent[] => {
      const at = race.ran && plannedLock(race)
      return at === null ? [] : [{ at, kind: 'lock', race }]
    }),
    ...recording.sessions.flatMap((race) =>
      race.results.map((result, i) => ({ at: ms(result.at), kind: 'result' as const, race, result, index: i })),
    ),
    ...planTips(season, index, fans).map(({ at, tip }) => ({ at, kind: 'tip' as const, tip })),
  ]
  return events.sort((a, b) => a.at - b.at)
}
