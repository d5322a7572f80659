import { type Category, categorySchema } from '@purple-sector/contracts/categories'
import { sessionScored } from '@purple-sector/contracts/tipping/events'
import { resultStatusSchema } from '@purple-sector/contracts/weekends/http'
import type { Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { z } from 'zod'
import { holdWeekend } from '../projections/weekend-repository.ts'
import type { LedgerSession } from './award-ledger.ts'
import type { ResultStatus, Revision, ScoredKind, ScoredSession } from './decide-scoring.ts'

const sessionRow = z.object({
  weekend_id: z.number(),
  is_gone: z.boolean(),
  name: z.string(),
  category: categorySchema,
  session_type: z.string(),
  locks_at: z.date(),
  points_first: z.number(),
  points_second: z.number(),
  points_third: z.number(),
  was_completed: z.boolean(),
})
const classificationRow = z.object({
  revision: z.number(),
  status: resultStatusSchema,
  reason: z.string().nullable(),
  first_car_id: z.number().nullable(),
  second_car_id: z.number().nullable(),
  third_car_id: z.number().nullable(),
})

/** A session with what its boards show. `locksAt` is the moment of asking while it is open. */
export type SessionToScore = LedgerSession & ScoredSession & { name: string; category: Category; isGone: boolean }
export type Classification = Revision & { reason: string | null }
/** A session under scoring, and its latest classification. */
export type Assignment = { session: SessionToScore; latest: Classification }

const classificationOf = (found: unknown): Classification | null => {
  if (found === undefined) return null
  const { revision, status, reason, first_car_id, second_car_id, third_car_id } = classificationRow.parse(found)
  return { revision, status, reason, podium: [first_car_id, second_car_id, third_car_id] }
}

/** Requests to score, held by the transaction that scores. */
export const scoringRepository = (sql: Transaction) => ({
  /**
   * Takes the session if a request of it waits: by the lock of the weekend's row, one worker scores one session of a
   * weekend at a time. `for no key update` lets tips of the weekend go on. Undefined where nothing waits any more.
   */
  async take(raceId: number): Promise<Assignment | undefined> {
    const waiting = sql('scoring_requests').where({ race_id: raceId, state: 'pending' })
    const request = await waiting.clone().first('weekend_id')
    if (!request) return undefined
    await holdWeekend(sql, request.weekend_id)
    if (!(await waiting.clone().first('race_id'))) return undefined
    const session = await this.session(raceId)
    const latest = classificationOf(
      await sql('classifications').where({ race_id: raceId }).orderBy('revision', 'desc').first(),
    )
    return session && latest ? { session, latest } : undefined
  },

  async session(raceId: number): Promise<SessionToScore | undefined> {
    const { rows } = await sql.raw<{ rows: unknown[] }>(
      `select session.*, least(session.locks_at, clock_timestamp()) as locks_at,
         weekend.deleted as is_gone
       from sessions session join weekends weekend on weekend.id = session.weekend_id where race_id = ?`,
      [raceId],
    )
    if (rows[0] === undefined) return undefined
    const row = sessionRow.parse(rows[0])
    const scored = await sql('classifications')
      .join('sessions', 'sessions.race_id', 'classifications.race_id')
      .where({ 'sessions.race_id': raceId })
      .whereRaw('sessions.scored_revision = classifications.revision')
      .first('classifications.*')
    return {
      raceId,
      weekendId: row.weekend_id,
      isGone: row.is_gone,
      name: row.name,
      category: row.category,
      sessionType: row.session_type,
      locksAt: row.locks_at,
      points: { first: row.points_first, second: row.points_second, third: row.points_third },
      wasCompleted: row.was_completed,
      scored: classificationOf(scored),
    }
  },

  /** Notes what the boards show of the session from now on. */
  async saveScored(raceId: number, { revision, status }: Revision): Promise<void> {
    await sql('sessions')
      .where({ race_id: raceId })
      .update({
        scored_revision: revision,
        scored_status: status,
        ...(status === 'cancelled' ? {} : { was_completed: true }),
      })
  },

  /** The requests up to this revision ask for nothing more. */
  async settle(raceId: number, revision: number, outcome: 'done' | 'overtaken'): Promise<void> {
    await sql.raw(
      `update scoring_requests set done_at = clock_timestamp(),
         state = case when revision = :revision then :outcome else 'overtaken' end
       where race_id = :raceId and state = 'pending' and revision <= :revision`,
      { raceId, revision, outcome },
    )
  },

  async announce({ session, latest }: Assignment, kind: ScoredKind): Promise<void> {
    const { raceId, weekendId, name, category } = session
    const { revision, reason } = latest
    const status: ResultStatus = latest.status
    await outbox(sql).append(sessionScored, { raceId, weekendId, name, category, revision, kind, status, reason })
  },
})
