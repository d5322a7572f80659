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

export type ScoringDecision =
  | { kind: 'overtaken' }
  | {
      kind: 'score'
      announce: ScoredKind
      /** Places whose car changes, 1 to 3, with the car from now on. Awards of other places are not looked at. */
      changedPlaces: { place: 1 | 2 | 3; carId: number | null }[]
      /** By how much the number of sessions scored in a scope changes. */
      turn: -1 | 0 | 1
    }

const scores = (revision: Revision | null): boolean => revision !== null && revision.status !== 'cancelled'
const podiumOf = (revision: Revision | null): Podium => (revision && scores(revision) ? revision.podium : NOBODY)

const announcement = (session: ScoredSession, latest: Revision): ScoredKind => {
  if (scores(latest) && !session.wasCompleted) return 'completed'
  return session.scored === null ? 'withdrawn-first' : 'corrected'
}

/**
 * What the latest revision of a session's result asks for (rules, Results and Scoring): only places whose car differs
 * from what the boards show touch an award, a cancelled result has no places, practice awards nothing.
 */
export const decideScoring = (session: ScoredSession, latest: Revision): ScoringDecision => {
  if (session.scored && session.scored.revision >= latest.revision) return { kind: 'overtaken' }
  const counts = session.sessionType !== 'practice'
  const [was, becomes] = [podiumOf(session.scored), podiumOf(latest)]
  const places = counts ? ([1, 2, 3] as const) : []
  const turn = counts ? ((Number(scores(latest)) - Number(scores(session.scored))) as -1 | 0 | 1) : 0
  return {
    kind: 'score',
    announce: announcement(session, latest),
    changedPlaces: places
      .filter((place) => was[place - 1] !== becomes[place - 1])
      .map((place) => ({ place, carId: becomes[place - 1] ?? null })),
    turn,
  }
}
