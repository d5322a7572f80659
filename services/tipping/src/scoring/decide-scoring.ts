import type { sessionScored } from '@purple-sector/contracts/tipping/events'
import type { z } from 'zod'

export type ResultStatus = z.infer<typeof sessionScored.data>['status']
export type ScoredKind = z.infer<typeof sessionScored.data>['kind']

/** The cars that earn points, best first; null where no such place was classified. */
export type Podium = readonly [number | null, number | null, number | null]
export const NOBODY: Podium = [null, null, null]

/** A revision of a result, as scoring sees it. */
export type Revision = { revision: number; status: ResultStatus; podium: Podium }

/** A session and what was last scored of it. */
export type ScoredSession = {
  sessionType: string
  /** The revision the boards show; null before the first. */
  scored: Revision | null
  /** True once a revision that scores has been scored. */
  wasCompleted: boolean
}

export type Changes = {
  /** Places whose car changes, 1 to 3, with the car from now on. Awards of other places are not looked at. */
  changedPlaces: { place: 1 | 2 | 3; carId: number | null }[]
  /** By how much the number of sessions scored in a scope changes. */
  turn: -1 | 0 | 1
}
export type ScoringDecision = { kind: 'overtaken' } | ({ kind: 'score'; announce: ScoredKind } & Changes)

type Outcome = Omit<Revision, 'revision'>
const scores = (outcome: Outcome | null): boolean => outcome !== null && outcome.status !== 'cancelled'
const podiumOf = (outcome: Outcome | null): Podium => (outcome && scores(outcome) ? outcome.podium : NOBODY)

const announcement = (session: ScoredSession, latest: Revision): ScoredKind => {
  if (scores(latest) && !session.wasCompleted) return 'completed'
  return session.scored === null ? 'withdrawn-first' : 'corrected'
}

/**
 * What an outcome changes on boards that show the one scored last: only places whose car differs touch an award, a
 * cancelled result has no places, practice awards nothing (rules, Results and Scoring).
 */
export const changesOf = ({ sessionType, scored }: ScoredSession, outcome: Outcome): Changes => {
  if (sessionType === 'practice') return { changedPlaces: [], turn: 0 }
  const [was, becomes] = [podiumOf(scored), podiumOf(outcome)]
  const changedPlaces = ([1, 2, 3] as const)
    .filter((place) => was[place - 1] !== becomes[place - 1])
    .map((place) => ({ place, carId: becomes[place - 1] ?? null }))
  if (scores(outcome) === scores(scored)) return { changedPlaces, turn: 0 }
  return { changedPlaces, turn: scores(outcome) ? 1 : -1 }
}

/** What the latest revision of a session's result asks for. */
export const decideScoring = (session: ScoredSession, latest: Revision): ScoringDecision => {
  if (session.scored && session.scored.revision >= latest.revision) return { kind: 'overtaken' }
  return { kind: 'score', announce: announcement(session, latest), ...changesOf(session, latest) }
}
