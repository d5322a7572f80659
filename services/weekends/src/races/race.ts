import { type Points, pointsOfCategory } from '@purple-sector/contracts/categories'
import { isLocked, type RaceLock } from '@purple-sector/contracts/race-lock'
import type { Race } from '@purple-sector/contracts/weekends/http'

/** The picture of a race: where it is kept, and the hash of what it shows. */
export type ShownImage = { id: number; hash: string }

/**
 * A race as it is kept. `points` is null for the points of its category; a result of any status has a revision.
 * `locksAt` is what tipping told last, or the lock that follows from a write made here since.
 */
export type StoredRace = RaceLock & {
  id: number
  weekendId: number
  name: string
  categoryId: number
  /** The present name of its category. */
  category: string
  isMain: boolean
  sessionType: Race['sessionType']
  raceNumber: number
  status: Race['status']
  description: string
  distance: string
  track: string
  points: Points | null
  image: ShownImage | null
  completedAt: Date | null
  resultRevision: number | null
  resultStatus: Race['resultStatus']
  resultReason: string | null
  resultPublishedAt: Date | null
  /** When a status or a result last told more of it, or less. */
  resultChangedAt: Date | null
}
export type NewRace = Omit<StoredRace, 'id'>

/** The race's own points, or those of its category (docs/rules.md, Races). */
export const effectivePoints = ({ points, isMain }: Pick<StoredRace, 'points' | 'isMain'>): Points =>
  points ?? pointsOfCategory({ isMain })

/** Another picture has another address, so what is read there may be kept for good. */
const imagePath = ({ hash }: ShownImage): string => `/api/weekends/images/${hash}`

const iso = (instant: Date | null): string | null => instant?.toISOString() ?? null

/** The race as everybody sees it at any time: whether it is locked follows from its deadline. */
const publicRace = (race: StoredRace): Omit<Race, 'locked'> => {
  const start = iso(race.startsAt)
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
    deadline: iso(race.locksAt),
    description: race.description,
    distance: race.distance,
    track: race.track,
    pointsAwarded: effectivePoints(race),
    pointsSource: race.points === null ? 'category' : 'session',
    categoryImage: race.image && imagePath(race.image),
    completedAt: iso(race.completedAt),
    resultRevision: race.resultRevision,
    resultStatus: race.resultStatus,
    resultReason: race.resultReason,
    resultPublishedAt: iso(race.resultPublishedAt),
    resultChangedAt: iso(race.resultChangedAt),
  }
}

/** The race as replies show it, judged at `now` (by the database's clock). */
export const raceReply = (race: StoredRace, now: Date): Race => ({ ...publicRace(race), locked: isLocked(race, now) })

/** The race as its event tells it. */
export const raceState = (race: StoredRace, deleted = false) => ({
  ...publicRace(race),
  reopened: race.reopened,
  deleted,
})
