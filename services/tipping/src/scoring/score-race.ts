import { sessionScored } from '@purple-sector/contracts/tipping/events'
import type { Database, Transaction } from '@purple-sector/database'
import { entry } from '@purple-sector/messaging'
import { appendOpenBoard, type ResultCause } from '../board-publishing/board-events-sql.ts'
import { pendingLeaderboardEvents } from '../board-publishing/pending-leaderboard-events-sql.ts'
import { finishScoring } from '../board-publishing/publish-leaderboards.ts'
import { awardLedger } from './award-ledger-sql.ts'
import { decideScoring, movesWithin } from './decide-scoring.ts'
import { type RaceToScore, type ScoreDecision, scoringRepository } from './scoring-repository.ts'
import { finalizeRequests } from './scoring-requests-sql.ts'
import { applyScoringSettings } from './scoring-settings-sql.ts'
import { standingLedger } from './standing-ledger-sql.ts'

export type ScoringOutcome = 'nothing to do' | 'scored'

/**
 * Throws if a race with a result accepts tips. The event of the result has closed it, under the weekend's exclusive lock:
 * so every tip that counts has committed before its race is scored. The request stays pending and is swept.
 */
const assertClosed = ({ raceId, isOpen }: Pick<RaceToScore, 'raceId' | 'isOpen'>): void => {
  if (isOpen) throw new Error(`Race ${raceId} has a result and accepts tips: it is scored once it is closed`)
}

/** Returns the cause for board events: the latest of the revisions that are scored together. */
const causeOf = ({ raceId, name, categoryId }: RaceToScore, { latest, announcements }: ScoreDecision): ResultCause => {
  const { revision, reason } = latest
  return { raceId, name, categoryId, revision, reason, kind: announcements.at(-1)?.kind ?? 'corrected' }
}

/** Returns one event per revision, oldest first. The boards show the latest before the first of them is published. */
const announcementsOf = (
  { raceId, weekendId, name, categoryId, category }: RaceToScore,
  { announcements }: ScoreDecision,
) =>
  announcements.map(({ revision: { revision, status, reason }, kind }) =>
    entry(sessionScored, { raceId, weekendId, name, categoryId, category, revision, kind, status, reason }),
  )

/** Changes the ledger and everything that follows from it; returns the number of boards with a new version. */
const writeAwards = async (
  sql: Transaction,
  race: RaceToScore,
  { latest, changedPlaces, scoredRaceDelta, formerRaceDelta }: ScoreDecision,
) => {
  if (changedPlaces.length === 0 && scoredRaceDelta === 0 && formerRaceDelta === 0) return 0
  const awards = awardLedger(sql, race)
  const standings = standingLedger(sql)
  await awards.findScopes()
  if (formerRaceDelta !== 0 && race.scoredBy) await awards.findScopesBefore(race.scoredBy)
  const moves = race.areAwardsCurrent ? movesWithin(race.scored, changedPlaces) : undefined
  if (moves) await awards.move(moves, latest.revision)
  else if ((await awards.findChanges(changedPlaces)) > 0) await awards.write(latest.revision, race.scored === null)
  const boards = await standings.raiseBoards(scoredRaceDelta, latest.publishedAt)
  if (boards === 0) return 0
  await standings.countNewcomers('version before')
  await standings.moveTotals()
  await standings.moveRanks()
  return boards
}

/**
 * Scores the latest result of a race: awards, totals and ranks of all boards and the event of the open board, in one
 * transaction, so that no reader sees a part of it.
 *
 * The groups' boards are published after it (`board-publishing/publish-leaderboards.ts`), and the scored race last; pending
 * events are rows that commit here, and the request stays pending with them.
 *
 * A revision that is already scored or superseded changes nothing; one that was superseded before it was scored is
 * still announced (docs/contract.md, Realtime).
 */
export const scoreRace =
  ({ database }: { database: Database }) =>
  (raceId: number): Promise<ScoringOutcome> =>
    database.transaction(async (sql) => {
      const scoring = scoringRepository(sql)
      const assignment = await scoring.claim(raceId)
      if (!assignment) return 'nothing to do'
      const { race, revisions, lastRevision: revision } = assignment
      const decision = race.isWeekendDeleted ? ({ kind: 'superseded' } as const) : decideScoring(race, revisions)
      if (decision.kind === 'superseded') {
        await finalizeRequests(sql, { raceId, revision }, 'superseded')
        return 'nothing to do'
      }
      assertClosed(race)
      await applyScoringSettings(sql)
      const { weekendId } = race
      const boards = await writeAwards(sql, race, decision)
      await scoring.saveScored(race, decision)
      const cause = causeOf(race, decision)
      const pendingScoring = { weekendId, raceId, revision, cause, announcements: announcementsOf(race, decision) }
      if (boards > 0) await appendOpenBoard(sql, weekendId, cause)
      const pendingBoards = boards > 0 ? await pendingLeaderboardEvents(sql).add(pendingScoring) : 0
      if (pendingBoards === 0) await finishScoring(sql, { ...pendingScoring, traceparent: null })
      return 'scored'
    })
