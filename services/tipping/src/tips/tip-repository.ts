import { foldedSpelling, unknownCategory } from '@purple-sector/contracts/categories'
import type { CategoryInput } from '@purple-sector/contracts/category-schema'
import { weekendSubject } from '@purple-sector/contracts/event'
import { tipSubmitted } from '@purple-sector/contracts/tipping/events'
import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { isOpenToAll } from '@purple-sector/contracts/weekends/open-to-all'
import { prepared, subjectLock, type Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import { sortName } from '../projections/sort-name.ts'
import type { LockedTipContext, ResolvedCategory, Submission, TipRequest } from './tip.ts'
import { RACES, type RaceRow, raceOf } from './tip-races.ts'

/** Tips share the weekend's lock; those of one fan are serialized, because a tip may be copied into their groups. */
const LOCK_TIPS = `
select ${subjectLock('shared', ':weekend')}, ${subjectLock('exclusive', 'lock_subject')}
from (select distinct lock_subject from unnest(:lockSubjects::text[]) lock_subject order by 1) lock_subjects`

type CategoryNames = { id: number; name: string; shortName: string; aliases: string[] }

type TipContextRow = {
  request_index: number
  now: Date
  /** Null for an unknown category. */
  category_id: number | null
  category: string | null
  /** The known categories; null if the requested category is known. */
  categories: CategoryNames[] | null
  scope_id: number
  deleted: boolean
  /** Whether the group is about to move to another weekend. */
  is_moving: boolean
  uses_open_tips: boolean
  membership_id: number | null
  lock_tips: boolean | null
  is_active: boolean
  status: Weekend['status']
  tip_id: number
  tip_car_id: number | null
  tip_submitted_at: Date | null
  tip_is_automatic: boolean | null
  tip_is_copy: boolean | null
  car: (Tip['car'] & { is_out: boolean }) | null
  races: RaceRow[] | null
}

/**
 * Reads everything that decides about tips, in one statement that starts after the locks are acquired and reads the
 * clock once, unless a moment is given. An unknown category is 0: with an outer join Postgres would estimate so many rows that it reads all tips.
 */
const TIP_CONTEXTS = `
with clock as materialized (
  select coalesce(:now::timestamptz, clock_timestamp()) as now
), requested as materialized (
  select requested.*, scope.id as scope_id, scope.deleted, scope.is_moving, member.id as membership_id,
    coalesce(category.id, 0) as category_id,
    category.name as category_name
  from json_to_recordset(:requested::json) as requested (request_index int, user_id text, category text, group_id int, car_id int)
  left join lateral (
    select id, name from categories where requested.category = any(spellings) and not categories.deleted
    order by list_order limit 1
  ) category on true
  cross join lateral (
    select id, deleted, false as is_moving from scopes where requested.group_id is null and weekend_id = :weekendId and group_id is null
    union all
    select id, deleted, exists (
      select from group_move_locks, clock where scope_id = scopes.id and expires_at > clock.now
    ) from scopes where group_id = requested.group_id and weekend_id = :weekendId and not scopes.deleted
  ) scope
  left join memberships member on requested.group_id is not null
    and member.scope_id = scope.id and member.user_id = requested.user_id and member.left_at is null
), requested_category as materialized (
  select distinct scope_id, category_id from requested
), category_context as materialized (
  select requested_category.*, ${RACES({ scopeId: 'requested_category.scope_id', weekendId: ':weekendId', categoryId: 'requested_category.category_id' })} as races,
    (select lock_tips_after_first_event from scope_rules rules where rules.scope_id = requested_category.scope_id
      order by in_force_from desc limit 1) as lock_tips
  from requested_category, clock
)
select requested.request_index, clock.now, nullif(requested.category_id, 0) as category_id, requested.category_name as category, case when requested.category_id = 0 then
    (select json_agg(json_build_object('id', id, 'name', name, 'shortName', short_name, 'aliases', aliases)
      order by list_order) from categories where not categories.deleted) end as categories,
  requested.scope_id, requested.deleted or weekend.deleted as deleted, weekend.is_active, weekend.status, requested.is_moving,
  requested.membership_id, exists (
    select from published_memberships member where member.user_id = requested.user_id and member.uses_open_tips
      and (requested.group_id is null or member.group_id = requested.group_id)
  ) as uses_open_tips,
  category_context.lock_tips, category_context.races, coalesce(tip.id, nextval('tips_id_seq')) as tip_id, tip.car_id as tip_car_id,
  tip.submitted_at as tip_submitted_at, tip.is_automatic as tip_is_automatic, tip.is_copy as tip_is_copy,
  (select json_build_object('id', car.id, 'number', car.number, 'plate', car.plate, 'driver', car.driver, 'team', car.team,
      'status', car.status, 'withdrawn', car.withdrawn, 'is_out', car.withdrawn or car.status <> 'active')
    from cars car where car.id = requested.car_id and car.weekend_id = :weekendId and car.category_id = requested.category_id
      and not car.deleted) as car
from requested
cross join clock
join weekends weekend on weekend.id = :weekendId
join category_context on category_context.scope_id = requested.scope_id and category_context.category_id = requested.category_id
left join tips tip on tip.scope_id = requested.scope_id and tip.user_id = requested.user_id
  and tip.category_id = requested.category_id
  and tip.membership_id is not distinct from requested.membership_id`

/**
 * Writes accepted tips: the tip with its history, its fan on the board with 0 points, and the event.
 *
 * The newcomer's row is looked up before it is inserted, because an insert `on conflict do nothing` waits for a scoring
 * transaction that has just updated it, and tips must not wait for a scoring. The refresh of boards counts newcomers
 * later: no row that fans share is written.
 *
 * A user whose identity event is pending gets the names of the request, so that boards do not list them as Anonymous;
 * the event replaces the names.
 */
const SAVE = `
with submitted as materialized (
  select * from json_to_recordset(:tips::json) as t (id bigint, is_new boolean, scope_id bigint, user_id text,
    membership_id bigint, category_id int, car_id int, is_automatic boolean, is_copy boolean,
    username text, first_name text, last_name text, sort_name text)
), inserted as (
  insert into tips (id, scope_id, user_id, membership_id, weekend_id, category_id, car_id, submitted_at, is_automatic,
    is_copy)
  overriding system value
  select id, scope_id, user_id, membership_id, :weekendId, category_id, car_id, :submittedAt, is_automatic, is_copy
  from submitted where is_new
), changed as (
  update tips set car_id = submitted.car_id, submitted_at = :submittedAt, is_automatic = submitted.is_automatic,
    is_copy = submitted.is_copy
  from submitted where tips.id = submitted.id and not submitted.is_new
), revised as (
  insert into tip_revisions (tip_id, submitted_at, car_id) select id, :submittedAt, car_id from submitted
  on conflict (tip_id, submitted_at) do update set car_id = excluded.car_id
), to_count as (
  insert into tips_to_count select distinct scope_id from submitted where is_new
), introduced as (
  insert into users (id, username, first_name, last_name, sort_name)
  select user_id, username, first_name, last_name, sort_name from submitted
  where is_new and sort_name is not null and not exists (select from users where id = submitted.user_id)
  order by user_id
  on conflict do nothing
  returning id
), renamed as (
  insert into users_to_refresh (user_id) select id from introduced
  where exists (select from memberships where user_id = introduced.id and left_at is null)
  on conflict do nothing
), newcomers as (
  insert into standings (scope_id, user_id, membership_id, sort_name)
  select scope_id, user_id, membership_id,
    coalesce((select sort_name from users where id = submitted.user_id), sort_name, 'anonymous')
  from submitted where is_new and not exists (
    select from standings s where s.scope_id = submitted.scope_id and s.user_id = submitted.user_id
  )
  on conflict do nothing
)
select outbox_append_many(array_agg(row(kind, type, subject, key, data)::outbox_entry order by place),
  p_traceparents => array_agg(traceparent order by place))
from json_array_elements(:events::json) with ordinality event (entry, place)
cross join lateral json_to_record(entry) as e (kind event_kind, type text, subject text, key text, data json,
  traceparent text)`

const CONFIRM = `
update tips set is_automatic = confirmed.is_automatic, is_copy = confirmed.is_copy
from json_to_recordset(:tips::json) as confirmed (id bigint, is_automatic boolean, is_copy boolean)
where tips.id = confirmed.id`

/** The lock subject of a fan's tips in a weekend, and of changes of the memberships that they belong to. */
export const tipLockSubject = ({ userId, weekendId }: Pick<TipRequest, 'userId' | 'weekendId'>): string =>
  `tips-of/${userId}/${weekendId}`

/** Who makes the tip, as it is stored. */
const originOf = ({ isAutomatic = false, isCopy = false }: TipRequest) => ({
  is_automatic: isAutomatic,
  is_copy: isCopy,
})

const resolveCategory = (
  { category_id: id, category: name, categories }: TipContextRow,
  requested: CategoryInput,
): ResolvedCategory =>
  id === null || name === null ? { rejection: unknownCategory(categories ?? [], requested) } : { id, name }

const tipContextOf = (row: TipContextRow, requested: CategoryInput): LockedTipContext => {
  const { car } = row
  return {
    now: row.now,
    category: resolveCategory(row, requested),
    scopeId: row.scope_id,
    membershipId: row.membership_id,
    isMoving: row.is_moving,
    usesOpenTips: row.uses_open_tips,
    tipId: row.tip_id,
    locksAfterFirstEvent: row.lock_tips ?? false,
    isAnnounced: isOpenToAll({ isActive: row.is_active, status: row.status }),
    car: car ? { id: car.id, isOut: car.is_out } : undefined,
    receiptCar: car
      ? {
          id: car.id,
          number: car.number,
          plate: car.plate,
          driver: car.driver,
          team: car.team,
          status: car.status,
          withdrawn: car.withdrawn,
        }
      : undefined,
    tip:
      row.tip_car_id === null || row.tip_submitted_at === null
        ? undefined
        : {
            id: row.tip_id,
            carId: row.tip_car_id,
            submittedAt: row.tip_submitted_at,
            isAutomatic: row.tip_is_automatic ?? false,
            isCopy: row.tip_is_copy ?? false,
          },
    races: (row.races ?? []).map(raceOf),
  }
}

const eventOf = ({ request, tipContext, category }: Submission, submittedAt: Date) => {
  const { userId, weekendId, groupId, carId, traceparent, isAutomatic = false, isCopy = false } = request
  const { tipId, tip } = tipContext
  const data = {
    ...{ tipId, userId, weekendId, groupId, carId, isAutomatic, isCopy },
    categoryId: category.id,
    category: category.name,
    isNew: tip === undefined,
    submittedAt: submittedAt.toISOString(),
  }
  return { ...entry(tipSubmitted, data), traceparent }
}

/**
 * Tips of a weekend, for the transaction that writes them: any number of tips, one per fan and competition. Each call is one
 * round trip, whatever their number.
 */
export const tipRepository = (sql: Transaction, weekendId: number) => ({
  /**
   * Acquires the weekend's shared lock and those of the fans (in a fixed order, so that two batches cannot deadlock). Locks
   * no row that fans share or that scoring writes.
   */
  async lock(userIds: readonly string[]): Promise<void> {
    const lockSubjects = userIds.map((userId) => tipLockSubject({ userId, weekendId }))
    await prepared(sql, 'lock-tips', LOCK_TIPS, { weekend: weekendSubject(weekendId), lockSubjects })
  },

  /**
   * Reads the tip contexts under the locks, as of the database's time or of a time since the locks; undefined for an unknown
   * scope.
   */
  async contexts(requests: readonly TipRequest[], now: Date | null = null): Promise<(LockedTipContext | undefined)[]> {
    const requested = requests.map(({ userId, category, groupId, carId }, index) => ({
      request_index: index,
      user_id: userId,
      category: foldedSpelling(String(category)),
      group_id: groupId,
      car_id: carId,
    }))
    const { rows } = await prepared<TipContextRow>(sql, 'tip-contexts', TIP_CONTEXTS, {
      weekendId,
      now,
      requested: JSON.stringify(requested),
    })
    const rowByIndex = new Map(rows.map((row) => [row.request_index, row]))
    return requests.map(({ category }, index) => {
      const row = rowByIndex.get(index)
      return row && !row.deleted ? tipContextOf(row, category) : undefined
    })
  },

  /**
   * Writes tips with their history at the time of their contexts, puts newcomers on the board, and publishes the
   * events.
   */
  async save(submissions: readonly Submission[], submittedAt: Date): Promise<void> {
    const tips = submissions.map(({ request, tipContext, category }) => ({
      id: tipContext.tipId,
      is_new: tipContext.tip === undefined,
      scope_id: tipContext.scopeId,
      user_id: request.userId,
      membership_id: tipContext.membershipId,
      category_id: category.id,
      car_id: request.carId,
      ...originOf(request),
      ...(request.names && {
        username: request.names.username,
        first_name: request.names.firstName,
        last_name: request.names.lastName,
        sort_name: sortName(request.names),
      }),
    }))
    await prepared(sql, 'save-tips', SAVE, {
      weekendId,
      submittedAt,
      tips: JSON.stringify(tips),
      events: JSON.stringify(submissions.map((submission) => eventOf(submission, submittedAt))),
    })
    outbox(sql).announce()
  },

  /** Stores who makes tips that are there already, and publishes the events; car and time stay. */
  async confirm(submissions: readonly Submission[]): Promise<void> {
    if (submissions.length === 0) return
    await sql.raw(CONFIRM, {
      tips: JSON.stringify(
        submissions.map(({ request, tipContext }) => ({ id: tipContext.tipId, ...originOf(request) })),
      ),
    })
    await outbox(sql).appendMany(
      submissions.map((submission) =>
        eventOf(submission, submission.tipContext.tip?.submittedAt ?? submission.tipContext.now),
      ),
    )
  },
})
