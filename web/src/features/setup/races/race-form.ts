import type { Points } from '@purple-sector/contracts/categories'
import type { CreateRaceBody, PatchRaceBody, Race } from '@purple-sector/contracts/weekends/http'
import { instantOf, wallTime } from '../../../ui/typed-time.ts'

type SessionType = Race['sessionType']
type PointsText = Record<keyof Points, string>

/** A session of any kind with points of its own, or a race with those of its category. */
export type RaceFormKind = 'session' | 'race' | 'edit'

/** What the form holds while it is filled in: numbers and times as they are typed. */
export type RaceDraft = {
  name: string
  /** Its id as a select holds it; '' for none yet. */
  category: string
  sessionType: SessionType
  /** In the time zone the weekend's zone; '' for none yet. */
  starts: string
  status: Race['status']
  description: string
  distance: string
  track: string
  /** Null: those of the category. */
  points: PointsText | null
}
export type RaceErrors = Partial<Record<keyof RaceDraft, string>>

export const asText = ({ first, second, third }: Points): PointsText => ({
  first: String(first),
  second: String(second),
  third: String(third),
})

/** `50 / 25 / 15` */
export const pointsLabel = ({ first, second, third }: Points): string => `${first} / ${second} / ${third}`

const PREFILLED_POINTS: Points = { first: 25, second: 18, third: 15 }

/** The form as it opens: what most races of its kind have. */
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

/** What is typed as points; 0 where it is no whole number: a field left empty gives nothing. */
const whole = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text.trim()) : 0)
const typedPoints = ({ first, second, third }: PointsText): Points => ({
  first: whole(first),
  second: whole(second),
  third: whole(third),
})

const MAX_POINTS = 1000
export const isTooMany = (text: string): boolean => whole(text) > MAX_POINTS

/** Why category, type and points of a race cannot change any more; undefined while they can. */
export const whyFixed = (race: Pick<Race, 'locked' | 'resultRevision'>): string | undefined =>
  race.resultRevision !== null
    ? 'It has a result, so category, type and points can’t change.'
    : race.locked
      ? 'Its tips are locked, so category, type and points can’t change.'
      : undefined

/** What keeps the form from being sent, by field. Without a name and a category its button is disabled anyway. */
export const raceErrors = (draft: RaceDraft, timeZone: string): RaceErrors => ({
  ...(draft.starts !== '' && instantOf(timeZone, draft.starts) === undefined
    ? { starts: `This time doesn’t exist in ${timeZone}: the clocks go forward` }
    : {}),
  ...(draft.points && Object.values(draft.points).some(isTooMany) ? { points: `At most ${MAX_POINTS}` } : {}),
})

export const isComplete = ({ name, category }: RaceDraft): boolean => name.trim() !== '' && category !== ''

/** `race3` is the third one; whatever else is the first of its kind (docs/rules.md, Races). */
const numberOf = (sessionType: SessionType): number => Number(/\d$/.exec(sessionType)?.[0] ?? 1)

const startOf = (draft: RaceDraft, timeZone: string): string | null => instantOf(timeZone, draft.starts) ?? null
const pointsOf = ({ points }: RaceDraft): Points | null => (points ? typedPoints(points) : null)

type Place = { weekendId: number; timeZone: string }

/** The body of a new session, or of a new race, which sends no points. */
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

/** Only what was changed: what somebody else changes meanwhile stays. */
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

/** `session` or `race`, as toasts name it: qualifying is no race. */
export const kindOf = ({ sessionType }: Pick<Race, 'sessionType'>): 'session' | 'race' =>
  sessionType.startsWith('race') ? 'race' : 'session'
