import type { Points } from '@purple-sector/contracts/categories'
import type { CreateRaceBody, PatchRaceBody, Race } from '@purple-sector/contracts/weekends/http'
import { instantOf, wallTime } from '../../../../ui/time/typed-time.ts'

type SessionType = Race['sessionType']
type PointsText = Record<keyof Points, string>

/** A session of any kind with points of its own, or a race with those of its category. */
export type RaceFormKind = 'session' | 'race' | 'edit'

/** State of the form: numbers and times as typed. */
export type RaceDraft = {
  name: string
  /** Category id as the select's value; '' for none. */
  category: string
  sessionType: SessionType
  /** Start in the weekend's time zone; '' for none. */
  starts: string
  status: Race['status']
  description: string
  distance: string
  track: string
  /** Null: the points of the category. */
  points: PointsText | null
}
export type RaceErrors = Partial<Record<keyof RaceDraft, string>>

export const asText = ({ first, second, third }: Points): PointsText => ({
  first: String(first),
  second: String(second),
  third: String(third),
})

/** Formats points: `50 / 25 / 15`. */
export const pointsLabel = ({ first, second, third }: Points): string => `${first} / ${second} / ${third}`

const PREFILLED_POINTS: Points = { first: 25, second: 18, third: 15 }

/** Returns the initial form: the usual values of its kind. */
export const emptyRace = (kind: 'session' | 'race', categoryId: number | null): RaceDraft => ({
  name: '',
  category: categoryId === null ? '' : String(categoryId),
  sessionType: kind === 'session' ? 'qualifying' : 'race1',
  starts: '',
  status: 'upcoming',
  description: '',
  distance: 'TBD',
  track: 'TBD',
  points: kind === 'session' ? asText(PREFILLED_POINTS) : null,
})

export const draftOf = (race: Race, timeZone: string): RaceDraft => ({
  name: race.name,
  category: String(race.categoryId),
  sessionType: race.sessionType,
  starts: wallTime(timeZone, race.scheduledStart),
  status: race.status,
  description: race.description,
  distance: race.distance,
  track: race.track,
  points: race.pointsSource === 'session' ? asText(race.pointsAwarded) : null,
})

/** Parses points; 0 if not a whole number, as for an empty field. */
const parseWhole = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text.trim()) : 0)
const typedPoints = ({ first, second, third }: PointsText): Points => ({
  first: parseWhole(first),
  second: parseWhole(second),
  third: parseWhole(third),
})

const MAX_POINTS = 1000
export const isTooMany = (text: string): boolean => parseWhole(text) > MAX_POINTS

/** Returns why category, type and points of a race are fixed; undefined while they can change. */
export const explainFixed = (race: Pick<Race, 'locked' | 'resultRevision'>): string | undefined =>
  race.resultRevision !== null
    ? 'It has a result, so category, type and points can’t change.'
    : race.locked
      ? 'Its tips are locked, so category, type and points can’t change.'
      : undefined

/** Returns the validation errors of the form by field. Without name and category its button is disabled anyway. */
export const raceErrors = (draft: RaceDraft, timeZone: string): RaceErrors => ({
  ...(draft.starts !== '' && instantOf(timeZone, draft.starts) === undefined
    ? { starts: `This time doesn’t exist in ${timeZone}: the clocks go forward` }
    : {}),
  ...(draft.points && Object.values(draft.points).some(isTooMany) ? { points: `At most ${MAX_POINTS}` } : {}),
})

export const isComplete = ({ name, category }: RaceDraft): boolean => name.trim() !== '' && category !== ''

/** Returns the number of a race: 3 for `race3`; 1 for all other types (docs/rules.md, Races). */
const numberOf = (sessionType: SessionType): number => Number(/\d$/.exec(sessionType)?.[0] ?? 1)

const startOf = (draft: RaceDraft, timeZone: string): string | null => instantOf(timeZone, draft.starts) ?? null
const pointsOf = ({ points }: RaceDraft): Points | null => (points ? typedPoints(points) : null)

type Place = { weekendId: number; timeZone: string }

/** Returns the body of a new session, or of a new race, which sends no points. */
export const createBody = (
  kind: 'session' | 'race',
  draft: RaceDraft,
  { weekendId, timeZone }: Place,
): Partial<CreateRaceBody> => {
  const { name, sessionType, distance, track, status, description } = draft
  const category = Number(draft.category)
  const start = startOf(draft, timeZone)
  return kind === 'session'
    ? {
        ...{ name, category, sessionType, scheduledTime: start, distance, track, weekendId },
        ...{ raceNumber: numberOf(sessionType), status: 'upcoming', pointsAwarded: pointsOf(draft) },
      }
    : { name, category, startTime: start, weekendId, status, description }
}

/** Returns only the changed fields, so that concurrent changes stay. */
export const patchBody = (before: RaceDraft, after: RaceDraft, timeZone: string): PatchRaceBody => {
  const { category, starts, points, ...texts } = after
  const keys = Object.keys(texts) as (keyof typeof texts)[]
  return {
    ...Object.fromEntries(keys.filter((key) => after[key] !== before[key]).map((key) => [key, after[key]])),
    ...(category !== before.category && category !== '' ? { category: Number(category) } : {}),
    ...(starts !== before.starts ? { startTime: startOf(after, timeZone) } : {}),
    ...(JSON.stringify(points) !== JSON.stringify(before.points) ? { pointsAwarded: pointsOf(after) } : {}),
  }
}

/** Returns `session` or `race` as toasts name it: qualifying is not a race. */
export const kindOf = ({ sessionType }: Pick<Race, 'sessionType'>): 'session' | 'race' =>
  sessionType.startsWith('race') ? 'race' : 'session'
