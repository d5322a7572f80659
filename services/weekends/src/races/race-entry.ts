import { decideLock } from '@purple-sector/contracts/race-lock'
import type { Category, CreateRaceBody, SessionType } from '@purple-sector/contracts/weekends/http'
import { badField, conflict } from '@purple-sector/service-kit/errors'
import type { NewRace, StoredRace } from './race.ts'

type StartFields = { startTime?: string | null | undefined; scheduledTime?: string | null | undefined }

/** Returns the start: `startTime` and `scheduledTime` are two names of one field; undefined if neither is given. */
export const startOf = ({ startTime, scheduledTime }: StartFields): Date | null | undefined => {
  const [first, second] = [startTime, scheduledTime].map((text) => (text == null ? text : new Date(text)))
  if (first !== undefined && second !== undefined && first?.getTime() !== second?.getTime())
    throw badField('scheduledTime', 'must be the same as the start time, or left out')
  return first === undefined ? second : first
}

/** Rejects new sessions in an archived category; existing ones stay (docs/rules.md, Categories). */
export const assertNotArchived = ({ archived, name }: Category): void => {
  if (archived) throw conflict('CATEGORY_ARCHIVED', `${name} is archived: it takes no new sessions.`)
}

/** Returns the default race number: the digit of the type, else 1. */
export const defaultRaceNumber = (type: SessionType): number => Number(/\d$/.exec(type)?.[0] ?? 1)

/** The form of a race with its resolved category. */
export type RaceEntry = Omit<CreateRaceBody, 'category'> & { category: Category }

/** Builds a new race; one that is already running is closed at `now`. */
export const newRace = (body: RaceEntry, now: Date): NewRace => {
  assertNotArchived(body.category)
  const startsAt = startOf(body) ?? null
  const schedule = { startTime: startsAt, status: body.status, reopened: 0 }
  return {
    weekendId: body.weekendId,
    name: body.name,
    categoryId: body.category.id,
    category: body.category.name,
    isMain: body.category.isMain,
    sessionType: body.sessionType,
    raceNumber: body.raceNumber ?? defaultRaceNumber(body.sessionType),
    status: body.status,
    startsAt,
    description: body.description,
    distance: body.distance,
    track: body.track,
    points: body.pointsAwarded ?? null,
    image: null,
    completedAt: body.status === 'completed' ? now : null,
    reopened: 0,
    resultRevision: null,
    resultStatus: null,
    resultReason: null,
    resultPublishedAt: null,
    resultChangedAt: body.status === 'upcoming' ? null : now,
    locksAt: decideLock(undefined, schedule, now),
  }
}

/** Copies a race for a duplicated weekend: as planned, without its history (docs/rules.md, Weekends). */
export const copyOfRace = (race: StoredRace, weekendId: number, startsAt: Date | null, now: Date): NewRace => ({
  ...race,
  weekendId,
  startsAt,
  status: 'upcoming',
  completedAt: null,
  reopened: 0,
  resultRevision: null,
  resultStatus: null,
  resultReason: null,
  resultPublishedAt: null,
  resultChangedAt: null,
  locksAt: decideLock(undefined, { startTime: startsAt, status: 'upcoming', reopened: 0 }, now),
})
