import type { Category } from '@purple-sector/contracts/categories'
import { tipSubmitted } from '@purple-sector/contracts/tipping/events'
import type { Tip } from '@purple-sector/contracts/tipping/http'
import { prepared, type Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import { currentTraceparent } from '@purple-sector/messaging/trace'
import { WEEKEND_LOCKS } from '../locks/weekend-lock.ts'
import { NEWCOMER } from '../scoring/newcomer-sql.ts'
import type { Ballot } from './tip.ts'
import { type SessionRow, TIP_SESSIONS, type TipSession, tipSessionOf } from './tip-sessions.ts'

/** What a fan hands in. `groupId` is null in the open competition. */
export type TipRequest = {
  userId: string
  weekendId: number
  category: Category
  groupId: number | null
  carId: number
}

/** Where the tip belongs, and what is known of it there. */
export type HeldBallot = Ballot & {
  now: Date
  scopeId: number
  membershipId: number | null
  sessions: TipSession[]
  /** The car as a receipt shows it. */
  enteredCar: Tip['car'] | undefined
  /** Of the standing tip, else the one a new tip gets. */
  tipId: number
}

type BallotRow = {
  now: Date
  scope_id: number
  deleted: boolean
  membership_id: number | null
  lock_tips: boolean | null
  tip_id: number
  tip_car_id: number | null
  tip_submitted_at: Date | null
  car: (Tip['car'] & { is_out: boolean }) | null
  sessions: SessionRow[]
}

/** Namespace of the advisory locks in which equal submissions of one fan queue. */
const FAN_LOCKS = 7_002

const HOLD = `select pg_advisory_xact_lock_shared(${WEEKEND_LOCKS}, :weekendId),
  pg_advisory_xact_lock(${FAN_LOCKS}, hashtext(:fan))`

/** Everything a tip is judged by, in one statement that starts after the locks are held and reads the clock once. */
const BALLOT = (scope: string, membership: string): string => `
select clock.now, scope.id as scope_id, scope.deleted or weekend.deleted as deleted, ${membership},
  coalesce(tip.id, nextval('tips_id_seq')) as tip_id, tip.car_id as tip_car_id, tip.submitted_at as tip_submitted_at,
  (select json_build_object('id', car.id, 'number', car.number, 'driver', car.driver, 'team', car.team,
      'status', car.status, 'is_out', car.withdrawn or car.status <> 'active')
    from cars car where car.id = :carId and car.weekend_id = :weekendId and car.category = :category
      and not car.deleted) as car,
  ${TIP_SESSIONS({ weekendId: ':weekendId', category: ':category' })} as sessions
from (select clock_timestamp() as now) clock
join scopes scope on scope.weekend_id = :weekendId
join weekends weekend on weekend.id = scope.weekend_id
${scope}`

const OWN_TIP = 'left join tips tip on tip.scope_id = scope.id and tip.user_id = :userId and tip.category = :category'

const BALLOT_OF_OPEN = BALLOT(
  `${OWN_TIP} and tip.membership_id is null
where scope.group_id is null`,
  'null::bigint as membership_id, false as lock_tips',
)
const BALLOT_OF_GROUP = BALLOT(
  `left join memberships member on member.scope_id = scope.id and member.user_id = :userId and member.left_at is null
${OWN_TIP} and tip.membership_id = member.id
where scope.group_id = :groupId`,
  `member.id as membership_id, (select lock_tips_after_first_event from scope_rules where scope_id = scope.id
    order by in_force_from desc limit 1) as lock_tips`,
)

const EVENT = 'select from outbox_append(:type, :subject, :key, :data::json, :traceparent)'

/** The tip with its history, its fan on the board, and the event: what a first tip writes. */
const INSERT = `
with tip as (
  insert into tips (id, scope_id, user_id, membership_id, weekend_id, category, car_id, submitted_at)
  overriding system value
  values (:tipId, :scopeId, :userId, :membershipId, :weekendId, :category, :carId, :submittedAt)
), revision as (
  insert into tip_revisions (tip_id, submitted_at, car_id) values (:tipId, :submittedAt, :carId)
), newcomer as (${NEWCOMER})
${EVENT}`

const CHANGE = `
with tip as (
  update tips set car_id = :carId, submitted_at = :submittedAt where id = :tipId
), revision as (
  insert into tip_revisions (tip_id, submitted_at, car_id) values (:tipId, :submittedAt, :carId)
  on conflict (tip_id, submitted_at) do update set car_id = excluded.car_id
)
${EVENT}`

const ballotOf = (row: BallotRow): HeldBallot => {
  const { is_out: isOut = false, ...car } = row.car ?? {}
  return {
    now: row.now,
    scopeId: row.scope_id,
    membershipId: row.membership_id,
    locksAfterFirstEvent: row.lock_tips ?? false,
    car: row.car ? { id: row.car.id, isOut } : undefined,
    enteredCar: row.car ? (car as Tip['car']) : undefined,
    tipId: row.tip_id,
    tip:
      row.tip_car_id === null || row.tip_submitted_at === null
        ? undefined
        : { id: row.tip_id, carId: row.tip_car_id, submittedAt: row.tip_submitted_at },
    sessions: row.sessions.map(tipSessionOf),
  }
}

/** Tips of one fan, bound to the transaction that writes them. Each statement is one round trip. */
export const tipRepository = (sql: Transaction) => ({
  /**
   * Takes the weekend's shared lock and the fan's own, in which equal twins queue, then reads the ballot. Nothing that
   * fans share is locked, and nothing that scoring writes. Undefined where the scope is unknown.
   */
  async holdBallot({ userId, weekendId, category, groupId, carId }: TipRequest): Promise<HeldBallot | undefined> {
    await prepared(sql, 'tip-hold', HOLD, { weekendId, fan: `${userId}/${weekendId}/${groupId ?? ''}` })
    const asked = { userId, weekendId, category, carId }
    const { rows } =
      groupId === null
        ? await prepared<BallotRow>(sql, 'tip-ballot-open', BALLOT_OF_OPEN, asked)
        : await prepared<BallotRow>(sql, 'tip-ballot-group', BALLOT_OF_GROUP, { ...asked, groupId })
    const [row] = rows
    return row === undefined || row.deleted ? undefined : ballotOf(row)
  },

  /** Writes the tip with its history, puts a newcomer on the board, and tells. */
  async save(request: TipRequest, ballot: HeldBallot, submittedAt: Date): Promise<void> {
    const { userId, weekendId, category, groupId, carId } = request
    const { scopeId, membershipId, tipId } = ballot
    const isNew = !ballot.tip
    const told = { tipId, userId, weekendId, category, groupId, carId, isNew, submittedAt: submittedAt.toISOString() }
    const { type, subject, key, data } = entry(tipSubmitted, told)
    const event = { type, subject, key, data: JSON.stringify(data), traceparent: currentTraceparent() ?? null }
    const tip = { tipId, carId, submittedAt }
    if (isNew) {
      const place = { userId, weekendId, category, scopeId, membershipId }
      await prepared(sql, 'tip-insert', INSERT, { ...tip, ...place, ...event })
    } else await prepared(sql, 'tip-change', CHANGE, { ...tip, ...event })
    outbox(sql).announce()
  },
})
