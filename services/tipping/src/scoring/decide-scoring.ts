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
  /** True once a revision that scores has been scored. */
  wasCompleted: boolean
  /** The race locks at another moment than the one by which the boards were scored: other tips count. */
  isLockMoved: boolean
}

type Place = 1 | 2 | 3
export type Changes = {
  /** Places whose car changes, 1 to 3, with the new car. Awards of other places are not read. */
  changedPlaces: { place: Place; carId: number | null }[]
  /** Change of the number of scored races in a scope that counts the race. */
  turn: -1 | 0 | 1
  /** The same in a scope that counted the race by its former lock, where the lock was moved; else 0. */
  turnBefore: -1 | 0
}
/** The event of one revision. */
export type Announcement<R extends Revision = Revision> = { revision: R; kind: ScoredKind }
export type ScoringDecision<R extends Revision = Revision> =
  | { kind: 'overtaken' }
  | ({ kind: 'score'; latest: R; announce: Announcement<R>[] } & Changes)

type Outcome = Omit<Revision, 'revision' | 'order'>
const scores = (outcome: Outcome | null): boolean => outcome !== null && outcome.status !== 'cancelled'
const podiumOf = (outcome: Outcome | null): Podium => (outcome && scores(outcome) ? outcome.podium : NO_PODIUM)

const movesRows = (before: Revision, after: Revision): boolean =>
  scores(before) !== scores(after) || before.order === null || before.order !== after.order

/**
 * Returns the kind of a revision. One that moves no row, only status, reason or figures, is no correction and alerts no
 * fan (docs/rules.md, Results). Where the lock was moved other tips count, so that is a correction.
 */
const kindOf = (race: ScoredRace, revision: Revision): ScoredKind => {
  if (scores(revision) && !race.wasCompleted) return 'completed'
  if (race.scored === null) return 'withdrawn-first'
  if (!movesRows(race.scored, revision)) return race.isLockMoved && scores(revision) ? 'corrected' : 'status'
  return scores(revision) ? 'corrected' : 'withdrawn'
}

/** Announces every published revision with its reason, also one that was superseded before it was scored. */
const announcements = <R extends Revision>(race: ScoredRace, revisions: readonly R[]): Announcement<R>[] => {
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
 * where the lock was moved; a cancelled result has no places, practice awards nothing (docs/rules.md, Results).
 */
export const changesOf = ({ sessionType, scored, isLockMoved }: ScoredRace, outcome: Outcome): Changes => {
  if (sessionType === 'practice') return { changedPlaces: [], turn: 0, turnBefore: 0 }
  const [previous, next] = [podiumOf(scored), podiumOf(outcome)]
  const changedPlaces = ([1, 2, 3] as const)
    .filter((place) => isLockMoved || previous[place - 1] !== next[place - 1])
    .map((place) => ({ place, carId: next[place - 1] ?? null }))
  if (isLockMoved) return { changedPlaces, turn: scores(outcome) ? 1 : 0, turnBefore: scores(scored) ? -1 : 0 }
  if (scores(outcome) === scores(scored)) return { changedPlaces, turn: 0, turnBefore: 0 }
  return { changedPlaces, turn: scores(outcome) ? 1 : -1, turnBefore: 0 }
}

/** A car's move from one place to another; null where it no longer earns. */
export type PlaceMove = { from: Place; to: Place | null }

/**
 * Returns how the cars of the changed places move among these. Undefined where a car without an award comes in: its
 * tips have to be read.
 */
export const movesWithin = (
  scored: Revision | null,
  changedPlaces: Changes['changedPlaces'],
): PlaceMove[] | undefined => {
  const podium = podiumOf(scored)
  const newPlaceOf = (carId: number | null): Place | null =>
    changedPlaces.find((to) => carId !== null && to.carId === carId)?.place ?? null
  const moves = changedPlaces.map(({ place }) => ({ from: place, to: newPlaceOf(podium[place - 1] ?? null) }))
  const known = moves.filter(({ to }) => to !== null)
  return known.length === changedPlaces.filter(({ carId }) => carId !== null).length ? moves : undefined
}

/** Whether no award of the race is in force. */
export const awardsNothing = ({ scored }: ScoredRace): boolean => podiumOf(scored).every((carId) => carId === null)

/**
 * Decides what to score and announce, from all revisions of a race's result, oldest first: scores the latest, announces
 * all new ones. Where the lock was moved the latest is scored again, new or not.
 */
export const decideScoring = <R extends Revision>(race: ScoredRace, revisions: readonly R[]): ScoringDecision<R> => {
  const unscored = revisions.filter(({ revision }) => revision > (race.scored?.revision ?? 0))
  const toScore = race.isLockMoved && unscored.length === 0 ? revisions.slice(-1) : unscored
  const latest = toScore.at(-1)
  if (!latest) return { kind: 'overtaken' }
  return { kind: 'score', latest, announce: announcements(race, toScore), ...changesOf(race, latest) }
}
