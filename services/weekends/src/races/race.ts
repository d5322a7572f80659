import { type Points, pointsOfCategory } from '@purple-sector/contracts/categories'
import { isLocked, type RaceLock } from '@purple-sector/contracts/race-lock'
import type { Race } from '@purple-sector/contracts/weekends/http'

/** Reference to a race's image: its id, and the hash of its content. */
export type ImageReference = { id: number; hash: string }

/**
 * A stored race.
 * `points` is null for the points of its category; a result of any status has a revision. `locksAt` is the latest lock
 * from tipping, or the lock that follows from a later write of this service.
 */
export type StoredRace = RaceLock & {
  id: number
  weekendId: number
  name: string
  categoryId: number
  /** The current name of its category. */
  category: string
  isMain: boolean
  sessionType: Race['sessionType']
  raceNumber: number
  status: Race['status']
  description: string
  distance: string
  track: string
  points: Points | null
  image: ImageReference | null
  completedAt: Date | null
  resultRevision: number | null
  resultStatus: Race['resultStatus']
  resultReason: string | null
  resultPublishedAt: Date | null
  /** Time of the last change of the status or the result. */
  resultChangedAt: Date | null
}
export type NewRace = Omit<StoredRace, 'id'>

/** Returns the race's own points, or those of its category (docs/rules.md, Races). */
export const effectivePoints = ({ points, isMain }: Pick<StoredRace, 'points' | 'isMain'>): Points =>
  points ?? pointsOfCategory({ isMain })

/** The URL changes with the content, so it may be cached permanently. */
const imagePath = ({ hash }: ImageReference): string => `/api/weekends/images/${hash}`

const toIso = (instant: Date | null): string | null => instant?.toISOString() ?? null

/** Builds the time-independent part of the public race; `locked` follows from the deadline. */
const publicRace = (race: StoredRace): Omit<Race, 'locked'> => {
  const start = toIso(race.startsAt)
  return {
    id: race.id,
    weekendId: race.weekendId,
    name: race.name,
    categoryId: race.categoryId,
    category: race.category,
    sessionType: race.sessionType,
    raceNumber: race.raceNumber,
    status: race.status,
    startTime: start,
    scheduledTime: start,
    scheduledStart: start,
    deadline: toIso(race.locksAt),
    description: race.description,
    distance: race.distance,
    track: race.track,
    pointsAwarded: effectivePoints(race),
    pointsSource: race.points === null ? 'category' : 'session',
    categoryImage: race.image && imagePath(race.image),
    completedAt: toIso(race.completedAt),
    resultRevision: race.resultRevision,
    resultStatus: race.resultStatus,
    resultReason: race.resultReason,
    resultPublishedAt: toIso(race.resultPublishedAt),
    resultChangedAt: toIso(race.resultChangedAt),
  }
}

/** Builds the race for a reply, with `locked` at `now` (by the database's clock). */
export const raceReply = (race: StoredRace, now: Date): Race => ({ ...publicRace(race), locked: isLocked(race, now) })

/** The state of a race as its event publishes it. */
export const raceState = (race: StoredRace, deleted = false) => ({
  ...publicRace(race),
  reopened: race.reopened,
  deleted,
})
