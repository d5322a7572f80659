import type { Database } from '@purple-sector/database'

/** A weekend tipping knows, with whom to fill it. */
export type GameSize = { participants: number; groups: number; membersOfGroup: number }

export type Filled = { weekendId: number; categoryId: number; carIds: readonly number[] }

/** The sizes of docs/quality.md: a group of 20 for every 50 participants. */
export const sizeOf = (participants: number): GameSize => ({
  participants,
  groups: Math.floor(participants / 50),
  membersOfGroup: 20,
})

/** The same person in every service that knows them. `number` is an SQL expression. */
export const USER_ID = (number: string): string => `md5('fan ' || ${number})::uuid::text`

/*
 * Tips were handed in over the three hours before the race locked; favourites get more of them; every tenth was
 * changed once before the lock and every twentieth after it (for a later race: this one is scored with the old car).
 */
const PEOPLE = `
insert into users (id, username, first_name, last_name, sort_name)
select ${USER_ID('n')}, 'fan' || n, 'Fan', 'No. ' || n, 'fan' || n from generate_series(1, :participants::int) n
on conflict do nothing`

const GROUPS = `
with made as (
  insert into scopes (weekend_id, group_id, admin_user_id)
  select :weekendId, n, ${USER_ID('n')} from generate_series(1, :groups::int) n returning id, group_id
), ruled as (
  insert into scope_rules (scope_id, in_force_from, use_custom_points, custom_points, prevent_points_until_approved)
  select id, '-infinity', group_id % 5 = 0,
    jsonb_build_object(:categoryId::integer::text, jsonb_build_object('first', 100, 'second', 40, 'third', 20)), group_id % 7 = 0
  from made
)
insert into memberships (scope_id, user_id, told_joined_at, joined_at, approved_at)
select id, ${USER_ID('1 + (group_id::bigint * :members + place * 7919) % :participants')}, now() - interval '2 days', now() - interval '2 days',
  case when place % 10 > 0 then now() - interval '1 day' end
from made cross join generate_series(1, :members::int) place
on conflict do nothing`

const TIPPERS = `
create temp table tippers as
select scope.id as scope_id, null::bigint as membership_id, ${USER_ID('n')} as user_id
from scopes scope, generate_series(1, :participants::int) n
where scope.weekend_id = :weekendId and scope.group_id is null
union all
select m.scope_id, m.id, m.user_id from memberships m join scopes on scopes.id = m.scope_id
where scopes.weekend_id = :weekendId`

const FAVOURITE = (seed: string): string =>
  `1 + floor(power(abs(hashtext(${seed}) % 100000) / 100000.0, 1.5) * cardinality(:carIds::int[]))::int`

const TIPS = `
with submitted as (
  insert into tips (scope_id, user_id, membership_id, weekend_id, category_id, car_id, submitted_at)
  select scope_id, user_id, membership_id, :weekendId, :categoryId,
    (:carIds::int[])[${FAVOURITE("'car' || user_id || scope_id")}],
    :locksAt::timestamptz - interval '3 hours' * (1 + abs(hashtext(user_id) % 1000)) / 1001
      + case when abs(hashtext(user_id)) % 20 = 0 then interval '3 hours 10 minutes' else interval '0' end
  from tippers returning id, user_id, car_id, submitted_at
)
insert into tip_revisions (tip_id, submitted_at, car_id)
select id, submitted_at, car_id from submitted
union all
select id, submitted_at - interval '3 hours 20 minutes', (:carIds::int[])[${FAVOURITE("'was' || user_id")}]
from submitted where abs(hashtext(user_id)) % 10 = 0`

/* They are on their boards since the first version; a task of tipping counts them. */
const STANDINGS = `
insert into standings (scope_id, user_id, membership_id, sort_name, since_version)
select scope_id, user_id, membership_id, users.sort_name, 0 from tippers join users on users.id = user_id`
const TO_COUNT = `
insert into scopes_to_refresh (scope_id, recount) select distinct scope_id, true from tippers
on conflict (scope_id) do update set recount = true`

/**
 * Writes participants, groups, memberships, tips and standings of a weekend straight into tipping's tables, as its own
 * transactions would have left them. `locksAt` is when the race to score locked.
 */
export const fillGame = async (
  database: Database,
  { weekendId, categoryId, carIds }: Filled,
  { participants, groups, membersOfGroup }: GameSize,
  locksAt: Date,
): Promise<void> => {
  const cars = carIds as number[]
  await database.transaction(async (sql) => {
    await sql.raw(`set local work_mem = '256MB'`)
    await sql.raw(PEOPLE, { participants })
    await sql.raw(GROUPS, { weekendId, groups, members: membersOfGroup, participants, categoryId })
    await sql.raw(TIPPERS, { weekendId, participants })
    await sql.raw(TIPS, { weekendId, categoryId, carIds: cars, locksAt: locksAt.toISOString() })
    await sql.raw(STANDINGS)
    await sql.raw(TO_COUNT)
    await sql.raw('drop table tippers')
    // As autovacuum would have done while they came in one by one.
    await sql.raw('analyze users, scopes, scope_rules, memberships, tips, tip_revisions, standings')
  })
}
