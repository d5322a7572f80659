import { prepared, type Transaction } from '@purple-sector/database'
import type { GroupScope } from './scope-repository.ts'

/** A membership as groups published it; `joinedAt` identifies the joining. */
export type PublishedMembership = {
  groupId: number
  weekendId: number
  userId: string
  joinedAt: string
  isApproved: boolean
}

/** The scope of a membership's group, if the group still exists, and whether the user is a member of that scope. */
export type MembershipLocation = { scope: GroupScope | undefined; isPresent: boolean }

/* `offset 0` forces a lookup along the index per row: a join would scan all members for each. */
const JOINED = (source: string): string => `
with published as (
  select scopes.id as scope_id, published.* from ${source} and not scopes.deleted and scopes.weekend_id = published.weekend_id
  where not exists (
    select from memberships where scope_id = scopes.id and user_id = published.user_id and left_at is null offset 0
  )
), joined as (
  insert into memberships (scope_id, user_id, joined_at, approved_at, published_joined_at)
  select scope_id, user_id, now, case when is_approved then now end, joined_at
  from published, (select clock_timestamp() as now) clock
  returning id, scope_id, user_id, approved_at
)
insert into standings (scope_id, user_id, membership_id, sort_name, hidden)
select joined.scope_id, joined.user_id, joined.id, coalesce(u.sort_name, 'anonymous'),
  coalesce(rules.hides, false) and joined.approved_at is null
from joined left join users u on u.id = joined.user_id
left join lateral (
  select hide_points_until_approved as hides from scope_rules
  where scope_id = joined.scope_id order by in_force_from desc limit 1
) rules on true`

const ALL_JOINED = JOINED(
  'published_memberships published join scopes on scopes.id = :scopeId and published.group_id = :groupId',
)
/** Written so that a cached plan finds the memberships along the index. */
const SOME_JOINED = JOINED(`unnest(:groupIds::integer[], :userIds::text[]) requested (group_id, user_id)
  join published_memberships published on published.group_id = requested.group_id and published.user_id = requested.user_id
  join scopes on scopes.group_id = published.group_id`)

/* The row leaves the board; the ledger keeps the awards, which no longer rank. */
const ENDED = `
with ended as (
  update memberships m set left_at = clock_timestamp()
  where scope_id = :scopeId and left_at is null and (:userIds::text[] is null or user_id = any(:userIds)) and not exists (
    select from published_memberships published where published.group_id = :groupId and published.user_id = m.user_id
      and published.weekend_id = :weekendId and published.joined_at = m.published_joined_at
  )
  returning user_id
), removed as (
  delete from standings using ended where scope_id = :scopeId and standings.user_id = ended.user_id
)
insert into scopes_to_refresh (scope_id, recount) select :scopeId::bigint, true where exists (select from ended)
on conflict (scope_id) do update set recount = true`

const APPROVED = `
with approved as (
  update memberships m set approved_at = clock_timestamp() from published_memberships published
  where m.scope_id = :scopeId and m.left_at is null and m.approved_at is null
    and (:userIds::text[] is null or m.user_id = any(:userIds))
    and published.group_id = :groupId and published.user_id = m.user_id and published.is_approved
  returning m.user_id
), unhidden as (
  update standings s set hidden = false from approved
  where s.scope_id = :scopeId and s.user_id = approved.user_id and s.hidden
)
insert into scopes_to_refresh (scope_id) select :scopeId::bigint where exists (select from approved)
on conflict do nothing`

const userKeysOf = (memberships: readonly Pick<PublishedMembership, 'groupId' | 'userId'>[]) => ({
  groupIds: memberships.map(({ groupId }) => groupId),
  userIds: memberships.map(({ userId }) => userId),
})

/**
 * Memberships of groups: the published states, and the rows that tipping dates by them with the database's clock. A
 * member earns only from races that lock after joining; joining again is a new row, so nothing of an earlier membership
 * is restored. Write only under the shared locks of the group and its weekend (`groups/membership-projection.ts`).
 */
export const membershipRepository = (sql: Transaction) => ({
  /** Stores the published states, replacing earlier ones. */
  async store(memberships: readonly PublishedMembership[]): Promise<void> {
    await prepared(
      sql,
      'store-memberships',
      `insert into published_memberships (group_id, weekend_id, user_id, joined_at, is_approved)
       select * from json_to_recordset(:published::json)
         as t ("groupId" int, "weekendId" int, "userId" text, "joinedAt" timestamptz, "isApproved" boolean)
       on conflict (group_id, user_id) do update set weekend_id = excluded.weekend_id,
         joined_at = excluded.joined_at, is_approved = excluded.is_approved`,
      { published: JSON.stringify(memberships) },
    )
  },

  async remove(groupId: number, userIds: readonly string[]): Promise<void> {
    await sql('published_memberships').where({ group_id: groupId }).whereIn('user_id', userIds).delete()
  },

  async removeAll(groupId: number): Promise<void> {
    await sql('published_memberships').where({ group_id: groupId }).delete()
  },

  /** Finds the scopes of these memberships, in the same order. */
  async findLocations(
    memberships: readonly Pick<PublishedMembership, 'groupId' | 'userId'>[],
  ): Promise<MembershipLocation[]> {
    const { rows } = await prepared<{ id: number | null; weekendId: number | null; isPresent: boolean }>(
      sql,
      'locations-of-memberships',
      `select scopes.id, scopes.weekend_id as "weekendId", exists (
         select from memberships m where m.scope_id = scopes.id and m.left_at is null and m.user_id = published.user_id
       ) as "isPresent"
       from unnest(:groupIds::integer[], :userIds::text[]) with ordinality as published (group_id, user_id, ordinal)
       left join scopes on scopes.group_id = published.group_id and not scopes.deleted
       order by ordinal`,
      userKeysOf(memberships),
    )
    return rows.map(({ id, weekendId, isPresent }) => ({
      scope: id === null || weekendId === null ? undefined : { id, weekendId },
      isPresent,
    }))
  },

  /** Inserts the published memberships that are missing, on the board with 0 points. */
  async join(memberships: readonly Pick<PublishedMembership, 'groupId' | 'userId'>[]): Promise<void> {
    await prepared(sql, 'join', SOME_JOINED, userKeysOf(memberships))
  },

  /** Inserts all memberships that were published before their group. */
  async joinAll(groupId: number, { id: scopeId }: GroupScope): Promise<void> {
    await sql.raw(ALL_JOINED, { groupId, scopeId })
  },

  /**
   * Ends memberships that are no longer published, or were published with another joining; approves those published as
   * approved.
   */
  async endAndApprove(
    groupId: number,
    { id: scopeId, weekendId }: GroupScope,
    userIds: readonly string[],
  ): Promise<void> {
    const bindings = { groupId, weekendId, scopeId, userIds }
    await sql.raw(ENDED, bindings)
    await sql.raw(APPROVED, bindings)
  },
})
