import type { Database } from '@purple-sector/database'
import type { GameSize } from './game-size.ts'
import { type GroupPlan, planGroups } from './groups.ts'

export type FilledGame = { weekendId: number; categoryId: number; carIds: readonly number[] }

/** The same user in the tables of every service. `number` is an SQL expression. */
export const USER_ID = (number: string): string => `md5('fan ' || ${number})::uuid::text`

/*
 * Tips were submitted over the three hours before the race locked; favourites get more of them; every tenth was changed
 * once before the lock and every twentieth after it (for a later race: this one is scored with the old car).
 */
const USERS = `
insert into users (id, username, first_name, last_name, sort_name)
select ${USER_ID('n')}, 'fan' || n, 'Fan', 'No. ' || n, 'fan' || n from generate_series(1, :participants::int) n
on conflict do nothing`

/* Members joined long before the scored race locked: the timestamps of groups and memberships are moved back. */
const EARLY_MEMBERSHIPS = [
  `update memberships set joined_at = joined_at - interval '2 days', approved_at = approved_at - interval '1 day'
   where scope_id in (select id from scopes where weekend_id = :weekendId and group_id is not null)`,
  `update scope_rules set in_force_from = '-infinity'
   where scope_id in (select id from scopes where weekend_id = :weekendId and group_id is not null)`,
]

const TIPPER_TABLE = `
create temp table tippers as
select scope.id as scope_id, null::bigint as membership_id, ${USER_ID('n')} as user_id
from scopes scope, generate_series(1, :participants::int) n
where scope.weekend_id = :weekendId and scope.group_id is null
union all
select m.scope_id, m.id, m.user_id from memberships m join scopes on scopes.id = m.scope_id
where scopes.weekend_id = :weekendId`

const FAVOURITE_INDEX = (seed: string): string =>
  `1 + floor(power(abs(hashtext(${seed}) % 100000) / 100000.0, 1.5) * cardinality(:carIds::int[]))::int`

const TIPS = `
with submitted as (
  insert into tips (scope_id, user_id, membership_id, weekend_id, category_id, car_id, submitted_at)
  select scope_id, user_id, membership_id, :weekendId, :categoryId,
    (:carIds::int[])[${FAVOURITE_INDEX("'car' || user_id || scope_id")}],
    :locksAt::timestamptz - interval '3 hours' * (1 + abs(hashtext(user_id) % 1000)) / 1001
      + case when abs(hashtext(user_id)) % 20 = 0 then interval '3 hours 10 minutes' else interval '0' end
  from tippers returning id, user_id, car_id, submitted_at
)
insert into tip_revisions (tip_id, submitted_at, car_id)
select id, submitted_at, car_id from submitted
union all
select id, submitted_at - interval '3 hours 20 minutes', (:carIds::int[])[${FAVOURITE_INDEX("'was' || user_id")}]
from submitted where abs(hashtext(user_id)) % 10 = 0`

/* Members are on their boards since the first version; a task of tipping counts them. */
const STANDINGS = `
insert into standings (scope_id, user_id, membership_id, sort_name, since_version)
select scope_id, user_id, membership_id, users.sort_name, 0 from tippers join users on users.id = user_id
where membership_id is null`
const PENDING_COUNTS = `
insert into scopes_to_refresh (scope_id, recount) select distinct scope_id, true from tippers
on conflict (scope_id) do update set recount = true`

/** Creates the groups of a game as the product does. */
export type CreateGroups = (plans: readonly GroupPlan[]) => Promise<void>

/**
 * Inserts participants, tips and standings of a weekend into tipping's tables, as its transactions would have left
 * them.
 * The groups are created by `makeGroups`. `locksAt` is the lock of the race to be scored.
 */
export const fillGame = async (
  database: Database,
  { weekendId, categoryId, carIds }: FilledGame,
  size: GameSize,
  { locksAt, createGroups }: { locksAt: Date; createGroups: CreateGroups },
): Promise<void> => {
  const cars = carIds as number[]
  const { participants } = size
  await database.raw(USERS, { participants })
  await createGroups(planGroups(size))
  await database.transaction(async (sql) => {
    await sql.raw(`set local work_mem = '256MB'`)
    for (const statement of EARLY_MEMBERSHIPS) await sql.raw(statement, { weekendId })
    await sql.raw(TIPPER_TABLE, { weekendId, participants })
    await sql.raw(TIPS, { weekendId, categoryId, carIds: cars, locksAt: locksAt.toISOString() })
    await sql.raw(STANDINGS)
    await sql.raw(PENDING_COUNTS)
    await sql.raw('drop table tippers')
    // Like autovacuum while tips arrive one by one.
    await sql.raw('analyze users, scopes, scope_rules, memberships, tips, tip_revisions, standings')
  })
}
