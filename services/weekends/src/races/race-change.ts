import type { Points } from '@purple-sector/contracts/categories'
import { closedAt, decideLock, isLocked } from '@purple-sector/contracts/race-lock'
import type { Category, PatchRaceBody } from '@purple-sector/contracts/weekends/http'
import { conflict } from '@purple-sector/service-kit/errors'
import { latestOf } from '@purple-sector/service-kit/http/last-changed'
import { effectivePoints, type StoredRace } from './race.ts'
import { assertNotArchived, defaultRaceNumber, startOf } from './race-entry.ts'

/** A PATCH of a race with its resolved category. */
export type RacePatch = Omit<PatchRaceBody, 'category'> & { category?: Category | undefined }

export type RaceChange = {
  next: StoredRace
  changed: boolean
  /**
   * Whether the change closes an open race, by its status or by a start too near; tipping must close it before the
   * change is visible.
   */
  closes: boolean
}

const areSamePoints = (a: Points, b: Points): boolean =>
  a.first === b.first && a.second === b.second && a.third === b.third

const isSameInstant = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime()

/** Points equal to the effective ones are no change and leave their source unchanged (docs/rules.md, Races). */
const changedPoints = (race: StoredRace, newPoints: PatchRaceBody['pointsAwarded']): Points | null => {
  if (newPoints === undefined) return race.points
  const resolved = newPoints ?? effectivePoints({ points: null, isMain: race.isMain })
  return areSamePoints(resolved, effectivePoints(race)) ? race.points : newPoints
}

/** A default race number follows the type. */
const numberOf = (race: StoredRace, type: StoredRace['sessionType']): number =>
  race.raceNumber === defaultRaceNumber(race.sessionType) ? defaultRaceNumber(type) : race.raceNumber

/**
 * Applies a PATCH to a race at `now`.
 * Category, type and points change only while it is open and without result. A new start moves the lock of an open race
 * and leaves a past lock unchanged (docs/rules.md, Races).
 */
export const changeRace = (race: StoredRace, patch: RacePatch, now: Date): RaceChange => {
  const locked = isLocked(race, now)
  const categoryId = patch.category?.id ?? race.categoryId
  const changesCategory = categoryId !== race.categoryId
  const sessionType = patch.sessionType ?? race.sessionType
  const points = changedPoints(race, patch.pointsAwarded)
  const affectsScoring = changesCategory || sessionType !== race.sessionType || points !== race.points
  if (affectsScoring && (locked || race.resultRevision !== null))
    throw conflict('SESSION_LOCKED', `${race.name} is locked: its category, type and points cannot change any more.`)
  if (patch.category && changesCategory) assertNotArchived(patch.category)

  const newStart = startOf(patch)
  const startsAt = newStart === undefined ? race.startsAt : newStart
  const moves = !isSameInstant(startsAt, race.startsAt)
  const status = patch.status ?? race.status
  if (status === 'upcoming' && race.status !== 'upcoming' && race.resultRevision !== null)
    throw conflict('HAS_RESULT', `${race.name} has a result: it cannot be upcoming again.`)
  const locksAt = decideLock(race, { startTime: startsAt, status, reopened: race.reopened }, now)
  const closes = !locked && isLocked({ locksAt }, now)
  const next: StoredRace = {
    ...race,
    name: patch.name ?? race.name,
    categoryId,
    category: patch.category?.name ?? race.category,
    isMain: patch.category?.isMain ?? race.isMain,
    sessionType,
    raceNumber: patch.raceNumber ?? numberOf(race, sessionType),
    status,
    startsAt: moves ? startsAt : race.startsAt,
    description: patch.description ?? race.description,
    distance: patch.distance ?? race.distance,
    track: patch.track ?? race.track,
    points,
    completedAt: status === 'completed' ? (race.completedAt ?? now) : null,
    resultChangedAt: status === race.status ? race.resultChangedAt : now,
    locksAt,
  }
  const changed = (Object.keys(next) as (keyof StoredRace)[]).some((field) => next[field] !== race[field])
  return { next, changed, closes: changed && closes }
}

/** Reopens a race: the only way to lift a lock, with a new start and no result so far (docs/rules.md, Races). */
export const reopenRace = (race: StoredRace, startsAt: Date, now: Date): StoredRace => {
  if (race.resultRevision !== null)
    throw conflict('HAS_RESULT', `${race.name} has a result: it cannot be opened for tips again.`)
  if (!isLocked(race, now)) throw conflict('SESSION_OPEN', `${race.name} is open: change its time instead.`)
  return {
    ...race,
    startsAt,
    status: 'upcoming',
    completedAt: null,
    resultChangedAt: race.status === 'upcoming' ? race.resultChangedAt : now,
    reopened: race.reopened + 1,
    locksAt: decideLock(race, { startTime: startsAt, status: 'upcoming', reopened: race.reopened + 1 }, now),
  }
}

/** Rejects the deletion of a race with a result that is not withdrawn (docs/rules.md, Races). */
export const assertDeletable = (race: StoredRace): void => {
  if (race.resultRevision !== null && race.resultStatus !== 'cancelled')
    throw conflict('HAS_RESULT', `${race.name} has a result. Withdraw the result first.`)
}

export type PublishedResult = {
  revision: number
  status: NonNullable<StoredRace['resultStatus']>
  reason: string | null
  publishedAt: Date
  firstPublishedAt: Date
}

/** Whether the race already has this revision. */
export const hasResult = (race: StoredRace, result: Omit<PublishedResult, 'firstPublishedAt'>): boolean =>
  race.resultRevision === result.revision &&
  race.resultStatus === result.status &&
  race.resultReason === result.reason &&
  isSameInstant(race.resultPublishedAt, result.publishedAt)

/**
 * Applies a result. The first one of any status completes the race; later ones keep its status (docs/rules.md,
 * Results).
 */
export const withResult = (race: StoredRace, result: PublishedResult): StoredRace => {
  const isFirst = race.resultRevision === null
  return {
    ...race,
    resultRevision: result.revision,
    resultStatus: result.status,
    resultReason: result.reason,
    resultPublishedAt: result.publishedAt,
    resultChangedAt: latestOf([race.resultChangedAt, result.publishedAt]),
    status: isFirst ? 'completed' : race.status,
    completedAt: isFirst ? (race.completedAt ?? result.firstPublishedAt) : race.completedAt,
    locksAt: closedAt(race.locksAt, result.firstPublishedAt),
  }
}
