import { type Category, categoryPoints, type Points } from '@purple-sector/contracts/categories'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { deadlineOf, type LockKnowledge } from './session-lock.ts'

/** A session as it is kept. `points` is null for the points of its category; a result of any status has a revision. */
export type StoredRace = LockKnowledge & {
  id: number
  weekendId: number
  name: string
  category: Category
  sessionType: Race['sessionType']
  raceNumber: number
  status: Race['status']
  startsAt: Date | null
  description: string
  distance: string
  track: string
  points: Points | null
  imageId: number | null
  completedAt: Date | null
  reopened: number
  resultRevision: number | null
  resultStatus: Race['resultStatus']
}
export type NewRace = Omit<StoredRace, 'id' | 'toldLockAt'>

/** The session's own points, or those of its category (docs/rules.md, Sessions). */
export const effectivePoints = ({ points, category }: Pick<StoredRace, 'points' | 'category'>): Points =>
  points ?? categoryPoints(category)

const imagePath = (imageId: number): string => `/api/weekends/images/${imageId}`

const iso = (instant: Date | null): string | null => instant?.toISOString() ?? null

/** The session as replies show it, judged at `now` (by the database's clock). */
export const raceReply = (race: StoredRace, now: Date): Race => {
  const start = iso(race.startsAt)
  const deadline = deadlineOf(race, now)
  return {
    id: race.id,
    weekendId: race.weekendId,
    name: race.name,
    category: race.category,
    sessionType: race.sessionType,
    raceNumber: race.raceNumber,
    status: race.status,
    startTime: start,
    scheduledTime: start,
    scheduledStart: start,
    deadline: iso(deadline),
    locked: deadline !== null && deadline <= now,
    description: race.description,
    distance: race.distance,
    track: race.track,
    pointsAwarded: effectivePoints(race),
    pointsSource: race.points === null ? 'category' : 'session',
    categoryImage: race.imageId === null ? null : imagePath(race.imageId),
    completedAt: iso(race.completedAt),
    resultRevision: race.resultRevision,
    resultStatus: race.resultStatus,
  }
}

/** The session as its event tells it: all that replies show, but for what follows from the time. */
export const raceState = (race: StoredRace, now: Date, deleted = false) => {
  const { locked: _, ...shown } = raceReply(race, now)
  return { ...shown, reopened: race.reopened, deleted }
}
