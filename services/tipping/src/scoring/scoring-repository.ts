import { resultStatusSchema } from '@purple-sector/contracts/weekends/http'
import type { Transaction } from '@purple-sector/database'
import { z } from 'zod'
import { selectWeekendForUpdate } from '../board-publishing/publish-leaderboards.ts'
import type { LedgerRace } from './award-ledger-sql.ts'
import { awardsNothing, type Revision, type ScoredRace, type ScoringDecision } from './decide-scoring.ts'

const raceRow = z.object({
  weekend_id: z.number(),
  is_weekend_deleted: z.boolean(),
  name: z.string(),
  category_id: z.number(),
  category: z.string(),
  session_type: z.string(),
  locks_at: z.date(),
  is_open: z.boolean(),
  points_first: z.number(),
  points_second: z.number(),
  points_third: z.number(),
  was_completed: z.boolean(),
  awards_key: z.string().nullable(),
})
const classificationRow = z.object({
  revision: z.number(),
  status: resultStatusSchema,
  reason: z.string().nullable(),
  row_order: z.string().nullable(),
  published_at: z.date(),
  first_car_id: z.number().nullable(),
  second_car_id: z.number().nullable(),
  third_car_id: z.number().nullable(),
  locks_at: z.date().nullable(),
})

/**
 * A race with the result that its boards show. `locksAt` is the time of the query while the race is open.
 * `areAwardsCurrent` says that every award in force was found by the tips, rules and members of this lock, so a new
 * search for the same car would find the same awards. `scoredBy` is the lock by which the boards were scored.
 */
export type RaceToScore = LedgerRace &
  ScoredRace & {
    name: string
    category: string
    isWeekendDeleted: boolean
    isOpen: boolean
    areAwardsCurrent: boolean
    scoredBy: Date | null
  }
/** `scoredBy`: the lock of the race by which the revision was scored; null if it was not scored. */
export type Classification = Revision & { reason: string | null; publishedAt: Date; scoredBy: Date | null }
/** A race to score, and all classifications published of it, oldest first. */
export type Assignment = { race: RaceToScore; revisions: Classification[]; lastRevision: number }
/** A decision to score. */
export type ScoreDecision = Extract<ScoringDecision<Classification>, { kind: 'score' }>

const classificationOf = (row: unknown): Classification => {
  const { row_order, published_at, first_car_id, second_car_id, third_car_id, locks_at, ...columns } =
    classificationRow.parse(row)
  const podium: Classification['podium'] = [first_car_id, second_car_id, third_car_id]
  return { ...columns, order: row_order, publishedAt: published_at, podium, scoredBy: locks_at }
}

/**
 * Identifies the data that the awards of a revision are found by, beside its cars; all of it is in the past and
 * immutable.
 */
const awardsKeyOf = ({ weekendId, categoryId, locksAt }: LedgerRace, revision: number): string =>
  JSON.stringify({ revision, weekendId, categoryId, locksAt })

/** Scoring requests, for the transaction that scores. */
export const scoringRepository = (sql: Transaction) => ({
  /**
   * Claims the race if a request of it is pending. The lock on the weekend's row lets one worker score one race of a
   * weekend at a time; `for no key update` does not block tips of the weekend. Undefined if nothing is pending any
   * more.
   */
  async claim(raceId: number): Promise<Assignment | undefined> {
    const pending = sql('scoring_requests').where({ race_id: raceId, state: 'pending' })
    const request = await pending.clone().first('weekend_id')
    if (!request) return undefined
    await selectWeekendForUpdate(sql, request.weekend_id, raceId)
    if (!(await pending.clone().first('race_id'))) return undefined
    const race = await this.race(raceId)
    const published = await sql('classifications').where({ race_id: raceId }).orderBy('revision')
    const revisions = published.map(classificationOf)
    const lastRevision = revisions.at(-1)?.revision
    return race && lastRevision !== undefined ? { race, revisions, lastRevision } : undefined
  },

  async race(raceId: number): Promise<RaceToScore | undefined> {
    const { rows } = await sql.raw<{ rows: unknown[] }>(
      `select race.*, category.name as category, least(race.locks_at, clock_timestamp()) as locks_at,
         coalesce(race.locks_at > clock_timestamp(), true) as is_open,
         weekend.deleted as is_weekend_deleted
       from races race join weekends weekend on weekend.id = race.weekend_id
       join categories category on category.id = race.category_id where race_id = ?`,
      [raceId],
    )
    if (rows[0] === undefined) return undefined
    const row = raceRow.parse(rows[0])
    const scoredRow = await sql('classifications')
      .join('races', 'races.race_id', 'classifications.race_id')
      .where({ 'races.race_id': raceId })
      .whereRaw('races.scored_revision = classifications.revision')
      .first('classifications.*')
    const scored = scoredRow === undefined ? null : classificationOf(scoredRow)
    const scoredBy = scored?.scoredBy ?? null
    const ledgerRace: LedgerRace = {
      raceId,
      weekendId: row.weekend_id,
      categoryId: row.category_id,
      locksAt: row.locks_at,
      points: { first: row.points_first, second: row.points_second, third: row.points_third },
    }
    return {
      ...ledgerRace,
      isWeekendDeleted: row.is_weekend_deleted,
      isOpen: row.is_open,
      name: row.name,
      category: row.category,
      sessionType: row.session_type,
      wasCompleted: row.was_completed,
      scored,
      scoredBy,
      isLockMoved: scoredBy !== null && scoredBy.getTime() !== row.locks_at.getTime(),
      areAwardsCurrent: row.awards_key !== null && row.awards_key === awardsKeyOf(ledgerRace, scored?.revision ?? 0),
    }
  },

  /**
   * Requests another scoring of the latest revision if the boards show `revision` or a later one by another lock than
   * the present one. Returns whether they do.
   */
  async requestRescoring(raceId: number, revision: number): Promise<boolean> {
    const { rowCount } = await sql.raw<{ rowCount: number }>(
      `update scoring_requests set state = 'pending', requested_at = clock_timestamp(), done_at = null
       from races race join classifications scored on scored.race_id = race.race_id
         and scored.revision = race.scored_revision
       where race.race_id = :raceId and scoring_requests.race_id = :raceId
         and scored.revision >= :revision and scored.locks_at is distinct from race.locks_at
         and scoring_requests.revision = (select max(revision) from classifications where race_id = :raceId)`,
      { raceId, revision },
    )
    return rowCount > 0
  },

  /** Stores which result of the race the boards show from now on. */
  async saveScored(race: RaceToScore, { latest, announcements }: ScoreDecision): Promise<void> {
    const { raceId, wasCompleted } = race
    // Practice awards nothing, so the lock of its scoring identifies no awards.
    const areFoundByOneLock =
      race.sessionType !== 'practice' && (race.areAwardsCurrent || race.isLockMoved || awardsNothing(race))
    await sql('races')
      .where({ race_id: raceId })
      .update({
        scored_revision: latest.revision,
        scored_status: latest.status,
        was_completed: wasCompleted || announcements.some(({ kind }) => kind === 'completed'),
        awards_key: areFoundByOneLock ? awardsKeyOf(race, latest.revision) : null,
      })
    await sql('classifications')
      .where({ race_id: raceId, revision: latest.revision })
      .update({ locks_at: race.locksAt })
  },
})
