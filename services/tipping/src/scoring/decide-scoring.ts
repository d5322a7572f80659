import type { sessionScored } from '@purple-sector/contracts/tipping/events'
import type { z } from 'zod'

export type ResultStatus = z.infer<typeof sessionScored.data>['status']
export type ScoredKind = z.infer<typeof sessionScored.data>['kind']

/** The cars that earn points, best first; null where no such place was classified. */
export type Podium = readonly [number | null, number | null, number | null]
export const NO_PODIUM: Podium = [null, null, null]

/**
 * A result revision as scoring needs it. `order` is the status of every car as comparable text; null for revisions
 * stored before that column existed.
 */
export type Revision = { revision: number; status: ResultStatus; podium: Podium; order: string | null }

/** A race and its last scored revision. */
export type ScoredRace = {
  sessionType: string
  /** The revision that the boards show; null before the first. */
  scored: Revision | null
  /** Whether a revision with points has been scored. */
  wasCompleted: boolean
  /**
   * Whether the race locks at another moment than the one by which the boards were scored, so that other tips count.
   */
  isLockMoved: boolean
}

type Place = 1 | 2 | 3
export type Changes = {
  /** Places whose car changes, 1 to 3, with the new car. Awards of other places are not read. */
  changedPlaces: { place: Place; carId: number | null }[]
  /** Change of the number of scored races in a scope that counts the race. */
  scoredRaceDelta: -1 | 0 | 1
  /** The same for a scope that counted the race by its former lock, if the lock was moved; else 0. */
  formerRaceDelta: -1 | 0
}
/** The event of one revision. */
export type Announcement<R extends Revision = Revision> = { revision: R; kind: ScoredKind }
export type ScoringDecision<R extends Revision = Revision> =
  | { kind: 'superseded' }
  | ({ kind: 'score'; latest: R; announcements: Announcement<R>[] } & Changes)

type Outcome = Omit<Revision, 'revision' | 'order'>
const hasPoints = (outcome: Outcome | null): boolean => outcome !== null && outcome.status !== 'cancelled'
const podiumOf = (outcome: Outcome | null): Podium => (outcome && hasPoints(outcome) ? outcome.podium : NO_PODIUM)

const hasMovedRows = (before: Revision, after: Revision): boolean =>
  hasPoints(before) !== hasPoints(after) || before.order === null || before.order !== after.order

/**
 * Returns the kind of a revision. A revision that moves no row, and changes only the status, the reason or details, is
 * no correction and alerts no fan (docs/rules.md, Results). If the lock was moved, other tips count, so that is a
 * correction.
 */
const kindOf = (race: ScoredRace, revision: Revision): ScoredKind => {
  if (hasPoints(revision) && !race.wasCompleted) return 'completed'
  if (race.scored === null) return 'withdrawn-first'
  if (!hasMovedRows(race.scored, revision)) return race.isLockMoved && hasPoints(revision) ? 'corrected' : 'status'
  return hasPoints(revision) ? 'corrected' : 'withdrawn'
}

/**
 * Returns an announcement of every published revision with its reason, also of one that was superseded before it was
 * scored.
 */
const announcementsOf = <R extends Revision>(race: ScoredRace, revisions: readonly R[]): Announcement<R>[] => {
  let before = race
  return revisions.map((revision) => {
    const kind = kindOf(before, revision)
    before = {
      ...before,
      isLockMoved: false,
      scored: revision,
      wasCompleted: before.wasCompleted || kind === 'completed',
    }
    return { revision, kind }
  })
}

/**
 * Returns what an outcome changes on boards that show the one scored last: awards of places whose car differs, or all
 * if the lock was moved; a cancelled result has no places, practice awards nothing (docs/rules.md, Results).
 */
export const changesOf = ({ sessionType, scored, isLockMoved }: ScoredRace, outcome: Outcome): Changes => {
  if (sessionType === 'practice') return { changedPlaces: [], scoredRaceDelta: 0, formerRaceDelta: 0 }
  const [previous, next] = [podiumOf(scored), podiumOf(outcome)]
  const changedPlaces = ([1, 2, 3] as const)
    .filter((place) => isLockMoved || previous[place - 1] !== next[place - 1])
    .map((place) => ({ place, carId: next[place - 1] ?? null }))
  if (isLockMoved)
    return { changedPlaces, scoredRaceDelta: hasPoints(outcome) ? 1 : 0, formerRaceDelta: hasPoints(scored) ? -1 : 0 }
  if (hasPoints(outcome) === hasPoints(scored)) return { changedPlaces, scoredRaceDelta: 0, formerRaceDelta: 0 }
  return { changedPlaces, scoredRaceDelta: hasPoints(outcome) ? 1 : -1, formerRaceDelta: 0 }
}

/** A car's move from one place to another; `to` is null if the car no longer earns. */
export type PlaceMove = { from: Place; to: Place | null }

/**
 * Returns how the cars of the changed places move among these. Undefined if a car without an award comes in, because
 * its tips have to be read.
 */
export const movesWithin = (
  scored: Revision | null,
  changedPlaces: Changes['changedPlaces'],
): PlaceMove[] | undefined => {
  const podium = podiumOf(scored)
  const newPlaceOf = (carId: number | null): Place | null =>
    changedPlaces.find((to) => carId !== null && to.carId === carId)?.place ?? null
  const moves = changedPlaces.map(({ place }) => ({ from: place, to: newPlaceOf(podium[place - 1] ?? null) }))
  const moved = moves.filter(({ to }) => to !== null)
  return moved.length === changedPlaces.filter(({ carId }) => carId !== null).length ? moves : undefined
}

/** Whether no award of the race is in force. */
export const awardsNothing = ({ scored }: ScoredRace): boolean => podiumOf(scored).every((carId) => carId === null)

/**
 * Decides what to score and announce, from all revisions of a race's result, oldest first: scores the latest, announces
 * all new ones. If the lock was moved, scores the latest again, new or not.
 */
export const decideScoring = <R extends Revision>(race: ScoredRace, revisions: readonly R[]): ScoringDecision<R> => {
  const unscored = revisions.filter(({ revision }) => revision > (race.scored?.revision ?? 0))
  const revisionsToScore = race.isLockMoved && unscored.length === 0 ? revisions.slice(-1) : unscored
  const latest = revisionsToScore.at(-1)
  if (!latest) return { kind: 'superseded' }
  return { kind: 'score', latest, announcements: announcementsOf(race, revisionsToScore), ...changesOf(race, latest) }
}
