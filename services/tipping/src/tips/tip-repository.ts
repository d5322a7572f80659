import type { Category } from '@purple-sector/contracts/categories'
import { tipSubmitted } from '@purple-sector/contracts/tipping/events'
import type { Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { ensureStanding } from '../scoring/ensure-standing.ts'
import type { Ballot, StandingTip } from './tip.ts'

/** What a fan hands in. `groupId` is null in the open competition. */
export type TipRequest = {
  userId: string
  weekendId: number
  category: Category
  groupId: number | null
  carId: number
}

/** Where the tip belongs, and what is known of it there. */
export type HeldBallot = Ballot & { now: Date; scopeId: number; membershipId: number | null }

type SessionRow = {
  race_id: number
  name: string
  locks_at: string | null
  starts_at: string | null
  has_begun: boolean
}
type BallotRow = {
  now: Date
  scope_id: number
  deleted: boolean
  membership_id: number | null
  lock_tips: boolean | null
  tip: { id: number; car_id: number; submitted_at: string } | null
  car: { id: number; is_out: boolean } | null
  sessions: SessionRow[]
}

/** Namespace of the advisory locks in which equal submissions of one fan queue. */
const FAN_LOCKS = 7_002

/**
 * Everything a tip is judged by, in one statement that starts after the locks are held and reads the clock once.
 * A session counts by the rules of the scope in force when it locked, or now where it is open.
 */
const BALLOT = `
select clock.now, scope.id as scope_id, scope.deleted or weekend.deleted as deleted, member.id as membership_id,
  (select lock_tips_after_first_event from scope_rules where scope_id = scope.id
    order by in_force_from desc limit 1) as lock_tips,
  (select json_build_object('id', tip.id, 'car_id', tip.car_id, 'submitted_at', tip.submitted_at)
    from tips tip where tip.scope_id = scope.id and tip.user_id = :userId and tip.category = :category
      and tip.membership_id is not distinct from member.id) as tip,
  (select json_build_object('id', car.id, 'is_out', car.withdrawn or car.status <> 'active')
    from cars car where car.id = :carId and car.weekend_id = :weekendId and car.category = :category
      and not car.deleted) as car,
  coalesce((select json_agg(json_build_object('race_id', race_id, 'name', name, 'locks_at', locks_at,
      'starts_at', starts_at, 'has_begun', status <> 'upcoming') order by locks_at nulls last, race_id)
    from sessions
    cross join lateral (select selected_race_ids from scope_rules where scope_id = scope.id
      and in_force_from <= least(locks_at, clock.now) order by in_force_from desc limit 1) rules
    where weekend_id = :weekendId and category = :category and session_type <> 'practice' and not sessions.deleted
      and (rules.selected_race_ids = '{}' or race_id = any(rules.selected_race_ids))), '[]') as sessions
from (select clock_timestamp() as now) clock
join scopes scope on scope.weekend_id = :weekendId and %scope%
join weekends weekend on weekend.id = scope.weekend_id
left join memberships member
  on scope.group_id is not null and member.scope_id = scope.id and member.user_id = :userId and member.left_at is null`

const BALLOT_OF_OPEN = BALLOT.replace('%scope%', 'scope.group_id is null')
const BALLOT_OF_GROUP = BALLOT.replace('%scope%', 'scope.group_id = :groupId')

const date = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** Tips of one fan, bound to the transaction that writes them. */
export const tipRepository = (sql: Transaction) => ({
  /**
   * Takes the weekend's shared lock and the fan's own, in which equal twins queue, then reads the ballot. Nothing that
   * fans share is locked, and nothing that scoring writes. Undefined where the scope is unknown.
   */
  async holdBallot(request: TipRequest): Promise<HeldBallot | undefined> {
    const { userId, weekendId, groupId } = request
    await sql.raw('select pg_advisory_xact_lock_shared(7001, ?), pg_advisory_xact_lock(?, hashtext(?))', [
      weekendId,
      FAN_LOCKS,
      `${userId}/${weekendId}/${groupId ?? ''}`,
    ])
    const statement = groupId === null ? BALLOT_OF_OPEN : BALLOT_OF_GROUP
    const { groupId: _, ...bindings } = request
    const { rows } = await sql.raw<{ rows: BallotRow[] }>(
      statement,
      groupId === null ? bindings : { ...bindings, groupId },
    )
    const row = rows[0]
    if (!row || row.deleted) return undefined
    return {
      now: row.now,
      scopeId: row.scope_id,
      membershipId: row.membership_id,
      locksAfterFirstEvent: row.lock_tips ?? false,
      car: row.car ? { id: row.car.id, isOut: row.car.is_out } : undefined,
      tip: row.tip ? { id: row.tip.id, carId: row.tip.car_id, submittedAt: new Date(row.tip.submitted_at) } : undefined,
      sessions: row.sessions.map((session) => ({
        raceId: session.race_id,
        name: session.name,
        locksAt: date(session.locks_at),
        startsAt: date(session.starts_at),
        hasBegun: session.has_begun,
      })),
    }
  },

  /** Writes the tip with its history, puts a newcomer on the board, and tells. Answers the tip's id. */
  async save(request: TipRequest, ballot: HeldBallot, submittedAt: Date): Promise<number> {
    const { userId, weekendId, category, groupId, carId } = request
    const { scopeId, membershipId } = ballot
    const tipId = ballot.tip
      ? await this.change(ballot.tip, carId, submittedAt)
      : await this.insert(request, ballot, submittedAt)
    if (!ballot.tip) await ensureStanding(sql, { scopeId, userId, membershipId })
    await outbox(sql).append(tipSubmitted, {
      tipId,
      userId,
      weekendId,
      category,
      groupId,
      carId,
      isNew: !ballot.tip,
      submittedAt: submittedAt.toISOString(),
    })
    return tipId
  },

  async insert(request: TipRequest, { scopeId, membershipId }: HeldBallot, submittedAt: Date): Promise<number> {
    const { userId, weekendId, category, carId } = request
    const { rows } = await sql.raw<{ rows: { tip_id: number }[] }>(
      `with tip as (
        insert into tips (scope_id, user_id, membership_id, weekend_id, category, car_id, submitted_at)
        values (:scopeId, :userId, :membershipId, :weekendId, :category, :carId, :submittedAt) returning id)
      insert into tip_revisions (tip_id, submitted_at, car_id) select id, :submittedAt, :carId from tip returning tip_id`,
      { scopeId, userId, membershipId, weekendId, category, carId, submittedAt },
    )
    return (rows[0] as { tip_id: number }).tip_id
  },

  async change(tip: StandingTip, carId: number, submittedAt: Date): Promise<number> {
    await sql.raw(
      `with tip as (update tips set car_id = :carId, submitted_at = :submittedAt where id = :id)
      insert into tip_revisions (tip_id, submitted_at, car_id) values (:id, :submittedAt, :carId)
      on conflict (tip_id, submitted_at) do update set car_id = excluded.car_id`,
      { id: tip.id, carId, submittedAt },
    )
    return tip.id
  },
})
