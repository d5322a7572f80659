import { type Category, categorySchema } from '@purple-sector/contracts/categories'
import { sessionScored } from '@purple-sector/contracts/tipping/events'
import { resultStatusSchema } from '@purple-sector/contracts/weekends/http'
import type { Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { z } from 'zod'
import type { LedgerSession } from './award-ledger.ts'
import type { ResultStatus, Revision, ScoredKind, ScoredSession } from './decide-scoring.ts'

const row = z.object({
  weekend_id: z.number(),
  weekend_deleted: z.boolean(),
  name: z.string(),
  category: categorySchema,
  session_type: z.string(),
  locks_at: z.date().nullable(),
  points_first: z.number(),
  points_second: z.number(),
  points_third: z.number(),
  was_completed: z.boolean(),
  scored_revision: z.number().nullable(),
  scored_status: resultStatusSchema.nullable(),
  scored_first: z.number().nullable(),
  scored_second: z.number().nullable(),
  scored_third: z.number().nullable(),
  revision: z.number(),
  status: resultStatusSchema,
  reason: z.string().nullable(),
  first_car_id: z.number().nullable(),
  second_car_id: z.number().nullable(),
  third_car_id: z.number().nullable(),
})

/** A session under scoring: what was scored of it, and its latest classification. */
export type Assignment = {
  session: LedgerSession & ScoredSession & { name: string; category: Category }
  latest: Revision & { reason: string | null }
  isWeekendDeleted: boolean
}

const scoredRevision = (found: z.infer<typeof row>): Revision | null =>
  found.scored_revision === null || found.scored_status === null
    ? null
    : {
        revision: found.scored_revision,
        status: found.scored_status,
        podium: [found.scored_first, found.scored_second, found.scored_third],
      }

const assignmentOf = (raceId: number, found: z.infer<typeof row>): Assignment => ({
  isWeekendDeleted: found.weekend_deleted,
  session: {
    raceId,
    weekendId: found.weekend_id,
    name: found.name,
    category: found.category,
    sessionType: found.session_type,
    locksAt: found.locks_at ?? new Date(),
    points: { first: found.points_first, second: found.points_second, third: found.points_third },
    wasCompleted: found.was_completed,
    scored: scoredRevision(found),
  },
  latest: {
    revision: found.revision,
    status: found.status,
    reason: found.reason,
    podium: [found.first_car_id, found.second_car_id, found.third_car_id],
  },
})

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
    await sql.raw('select from weekends where id = ? for no key update', [request.weekend_id])
    if (!(await waiting.clone().first('race_id'))) return undefined
    const { rows } = await sql.raw<{ rows: unknown[] }>(
      `select session.weekend_id, session.name, session.category, session.session_type, session.locks_at,
         session.points_first, session.points_second, session.points_third, session.was_completed,
         session.scored_revision, session.scored_status, scored.first_car_id as scored_first,
         scored.second_car_id as scored_second, scored.third_car_id as scored_third, latest.revision, latest.status,
         latest.reason, latest.first_car_id, latest.second_car_id, latest.third_car_id,
         coalesce(weekend.deleted, false) as weekend_deleted
       from sessions session
       join classifications latest on latest.race_id = session.race_id
       left join classifications scored
         on scored.race_id = session.race_id and scored.revision = session.scored_revision
       left join weekends weekend on weekend.id = session.weekend_id
       where session.race_id = ? order by latest.revision desc limit 1`,
      [raceId],
    )
    return rows[0] === undefined ? undefined : assignmentOf(raceId, row.parse(rows[0]))
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
