import { decideLock } from '@purple-sector/contracts/race-lock'
import type { Category, CreateRaceBody, SessionType } from '@purple-sector/contracts/weekends/http'
import { badField, conflict } from '@purple-sector/service-kit/errors'
import type { NewRace, StoredRace } from './race.ts'

type SentTimes = { startTime?: string | null | undefined; scheduledTime?: string | null | undefined }

/** `startTime` and `scheduledTime` are one field with two names; undefined where neither was sent. */
export const sentStart = ({ startTime, scheduledTime }: SentTimes): Date | null | undefined => {
  const [first, second] = [startTime, scheduledTime].map((text) => (text == null ? text : new Date(text)))
  if (first !== undefined && second !== undefined && first?.getTime() !== second?.getTime())
    throw badField('scheduledTime', 'must be the same as the start time, or left out')
  return first === undefined ? second : first
}

/** Nothing new is entered in a category that is archived; what is there goes on (docs/rules.md, Categories). */
export const assertPresent = ({ archived, name }: Category): void => {
  if (archived) throw conflict('CATEGORY_ARCHIVED', `${name} is archived: it takes no new sessions.`)
}

/** The number of a race that is entered without one: the digit of its type, else 1. */
export const usualRaceNumber = (type: SessionType): number => Number(/\d$/.exec(type)?.[0] ?? 1)

/** A race as its form says it, with the category that is meant. */
export type RaceEntry = Omit<CreateRaceBody, 'category'> & { category: Category }

/** A race as it is entered; one that is under way already is closed at that moment. */
export const newRace = (body: RaceEntry, now: Date): NewRace => {
  assertPresent(body.category)
  const startsAt = sentStart(body) ?? null
  const plan = { startTime: startsAt, status: body.status, reopened: 0 }
  return {
    weekendId: body.weekendId,
    name: body.name,
    categoryId: body.category.id,
    category: body.category.name,
    isMain: body.category.isMain,
    sessionType: body.sessionType,
    raceNumber: body.raceNumber ?? usualRaceNumber(body.sessionType),
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
    locksAt: decideLock(undefined, plan, now),
  }
}

/** The race in a duplicated weekend: as it was planned, without anything that happened (docs/rules.md, Weekends). */
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
