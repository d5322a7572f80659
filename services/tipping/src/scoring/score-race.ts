import type { Database, Transaction } from '@purple-sector/database'
import { appendBoardEvents, type BoardCause } from '../boards/board-events.ts'
import { closeNow } from '../locks/close-now.ts'
import { awardLedger } from './award-ledger.ts'
import { decideScoring } from './decide-scoring.ts'
import { type RaceToScore, type Scored, scoringRepository } from './scoring-repository.ts'
import { standingLedger } from './standing-ledger.ts'

export type ScoringOutcome = 'nothing to do' | 'scored'

/**
 * A frozen worker must not keep the weekend's row: Postgres ends its transaction, another worker takes over. The rest
 * is about plans: rows of this connection's tables are unknown to the planner, and every row is looked up once only.
 */
const SETTINGS = `
set local idle_in_transaction_session_timeout = '10s';
set local work_mem = '64MB';
set local jit = off;
set local enable_memoize = off`

/** Every tip that counts has committed before its race is scored, in a short transaction of its own. */
const ensureClosed = async (database: Database, raceId: number): Promise<void> => {
  const open = await database('sessions')
    .where({ race_id: raceId })
    .whereRaw('coalesce(locks_at > clock_timestamp(), true)')
    .first('weekend_id')
  if (open) await database.transaction((sql) => closeNow(sql, raceId, open.weekend_id))
}

/** What moves the boards, as it is told: the latest of the revisions that are scored together. */
const causeOf = ({ raceId, name, categoryId }: RaceToScore, { latest, announce }: Scored): BoardCause => {
  const { revision, reason } = latest
  return { raceId, name, categoryId, revision, reason, kind: announce.at(-1)?.kind ?? 'corrected' }
}

/** Moves the ledger and everything that follows from it; answers how many boards have a new version. */
const writeAwards = async (sql: Transaction, race: RaceToScore, { latest, changedPlaces, turn }: Scored) => {
  if (changedPlaces.length === 0 && turn === 0) return 0
  const awards = awardLedger(sql, race)
  const standings = standingLedger(sql)
  await awards.findScopes()
  const changes = await awards.findChanges(changedPlaces)
  if (changes > 0) await awards.write(latest.revision, race.scored === null)
  const boards = await standings.raiseBoards(turn, latest.publishedAt)
  if (boards === 0) return 0
  await standings.countNewcomers('version before')
  await standings.moveTotals()
  await standings.moveRanks()
  return boards
}

/**
 * Scores the latest result of a race: awards, totals, ranks and board events in one transaction, so that nobody
 * ever sees a part of it. A revision that is done or overtaken changes nothing;
 * one that was overtaken before it was scored is still told (docs/contract.md, Realtime).
 */
export const scoreRace =
  ({ database }: { database: Database }) =>
  async (raceId: number): Promise<ScoringOutcome> => {
    await ensureClosed(database, raceId)
    return database.transaction(async (sql) => {
      const scoring = scoringRepository(sql)
      const assignment = await scoring.take(raceId)
      if (!assignment) return 'nothing to do'
      const { race, revisions, lastRevision } = assignment
      const decision = race.isGone ? ({ kind: 'overtaken' } as const) : decideScoring(race, revisions)
      if (decision.kind === 'overtaken') {
        await scoring.settle(raceId, lastRevision, 'overtaken')
        return 'nothing to do'
      }
      await sql.raw(SETTINGS)
      const boards = await writeAwards(sql, race, decision)
      await scoring.saveScored(race, decision)
      if (boards > 0) await appendBoardEvents(sql, race.weekendId, causeOf(race, decision))
      await scoring.announce(race, decision)
      await scoring.settle(raceId, lastRevision, 'done')
      return 'scored'
    })
  }
