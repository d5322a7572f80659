import { prepared, type Transaction } from '@purple-sector/database'
import { END_MEMBERSHIPS, JOINED, RECONCILED } from './membership-sql.ts'
import type { GroupScope } from './scope-repository.ts'

/** A membership as groups published it; `joinedAt` identifies the joining. `weekendId` is null in a season group. */
export type PublishedMembership = {
  groupId: number
  weekendId: number | null
  userId: string
  joinedAt: string
  isApproved: boolean
  usesOpenTips: boolean
}

/** A scope of the membership's group: whether its user is a member there, and what the published state changes. */
export type MemberScope = GroupScope & {
  isPresent: boolean
  isEnding: boolean
  isApproving: boolean
  /** Whether the member begins or ceases to use their open tips. */
  isSwitching: boolean
}

type Key = Pick<PublishedMembership, 'groupId' | 'userId'>
type PublishedState = Omit<PublishedMembership, 'weekendId'> & { isDeleted: boolean }

const ALL_JOINED = JOINED(
  'published_memberships published join scopes on scopes.id = any(:scopeIds::bigint[]) and published.group_id = :groupId',
)
/** Written so that a cached plan finds the memberships along the index. */
const SOME_JOINED = JOINED(`unnest(:groupIds::integer[], :userIds::text[]) requested (group_id, user_id)
  join published_memberships published on published.group_id = requested.group_id and published.user_id = requested.user_id
  join scopes on scopes.group_id = published.group_id`)
const OF_WEEKEND_JOINED = JOINED(`season_groups reopened
  join scopes on scopes.group_id = reopened.group_id and scopes.weekend_id = :weekendId
  join published_memberships published on published.group_id = reopened.group_id`)

const APPROVED = `
with approved as (
  update memberships m set approved_at = clock_timestamp() from scopes, published_memberships published
  where scopes.group_id = :groupId and not scopes.deleted and m.scope_id = scopes.id
    and m.left_at is null and m.approved_at is null and m.user_id = any(:userIds::text[])
    and published.group_id = :groupId and published.user_id = m.user_id and published.is_approved
  returning m.scope_id, m.user_id
), unhidden as (
  update standings s set hidden = false from approved
  where s.scope_id = approved.scope_id and s.user_id = approved.user_id and s.hidden
)
insert into scopes_to_refresh (scope_id) select distinct scope_id from approved on conflict do nothing`

const SCOPES = `
select ordinal::integer, scopes.id, scopes.weekend_id as "weekendId", member.id is not null as "isPresent",
  coalesce(requested.is_deleted or member.published_joined_at <> requested.joined_at, false) as "isEnding",
  coalesce(requested.is_approved and member.approved_at is null and member.id is not null, false) as "isApproving",
  coalesce(not requested.is_deleted and member.published_joined_at = requested.joined_at
    and published.uses_open_tips <> requested.uses_open_tips, false) as "isSwitching"
from unnest(:groupIds::integer[], :userIds::text[], :joinedAt::timestamptz[], :areApproved::boolean[], :areDeleted::boolean[],
    :useOpenTips::boolean[])
  with ordinality as requested (group_id, user_id, joined_at, is_approved, is_deleted, uses_open_tips, ordinal)
left join published_memberships published
  on published.group_id = requested.group_id and published.user_id = requested.user_id
join scopes on scopes.group_id = requested.group_id and not scopes.deleted
left join lateral (
  select * from memberships where scope_id = scopes.id and user_id = requested.user_id and left_at is null offset 0
) member on true
order by ordinal, scopes.weekend_id`

const keysOf = (memberships: readonly Key[]) => ({
  groupIds: memberships.map(({ groupId }) => groupId),
  userIds: memberships.map(({ userId }) => userId),
})

/**
 * Memberships of groups: the published states, and the rows that tipping dates by them with the database's clock, one
 * for each scope. A member earns only from races that lock after joining; joining again is a new row, so nothing of an
 * earlier membership is restored. Write only under the shared locks of the group and its weekends
 * (`groups/membership-projection.ts`).
 */
export const membershipRepository = (sql: Transaction) => ({
  /** Stores the published states, replacing earlier ones. */
  async store(memberships: readonly PublishedMembership[]): Promise<void> {
    await prepared(
      sql,
      'store-memberships',
      `insert into published_memberships as published (group_id, weekend_id, user_id, joined_at, is_approved, uses_open_tips)
       select * from json_to_recordset(:published::json)
         as t ("groupId" int, "weekendId" int, "userId" text, "joinedAt" timestamptz, "isApproved" boolean, "usesOpenTips" boolean)
       on conflict (group_id, user_id) do update set weekend_id = excluded.weekend_id,
         joined_at = excluded.joined_at, is_approved = excluded.is_approved,
         uses_open_tips = excluded.uses_open_tips,
         began_at = case when published.joined_at = excluded.joined_at then published.began_at else excluded.began_at end`,
      { published: JSON.stringify(memberships) },
    )
  },

  async remove(groupId: number, userIds: readonly string[]): Promise<void> {
    await sql('published_memberships').where({ group_id: groupId }).whereIn('user_id', userIds).delete()
  },

  async removeAll(groupId: number): Promise<void> {
    await sql('published_memberships').where({ group_id: groupId }).delete()
  },

  /** Finds the scopes of each membership's group, in the same order; none for an unknown group. */
  async findScopes(memberships: readonly PublishedState[]): Promise<MemberScope[][]> {
    const { rows } = await prepared<MemberScope & { ordinal: number }>(sql, 'scopes-of-memberships', SCOPES, {
      ...keysOf(memberships),
      joinedAt: memberships.map(({ joinedAt }) => joinedAt),
      areApproved: memberships.map(({ isApproved }) => isApproved),
      areDeleted: memberships.map(({ isDeleted }) => isDeleted),
      useOpenTips: memberships.map(({ usesOpenTips }) => usesOpenTips),
    })
    const byOrdinal = Map.groupBy(rows, ({ ordinal }) => ordinal)
    return memberships.map((_, index) => byOrdinal.get(index + 1) ?? [])
  },

  /** Inserts the published memberships that are missing in any scope of theirs, on the board with 0 points. */
  async join(memberships: readonly Key[]): Promise<void> {
    await prepared(sql, 'join', SOME_JOINED, keysOf(memberships))
  },

  /** Inserts the published memberships of a group into its new scopes. */
  async joinAll(groupId: number, scopeIds: readonly number[]): Promise<void> {
    await prepared(sql, 'join-all', ALL_JOINED, { groupId, scopeIds })
  },

  /**
   * Ends memberships that are no longer published, or were published with another joining, in all scopes of the group.
   * Their rows leave the boards, except those of a season group that stay (`membership-sql.ts`).
   */
  async end(groupId: number, userIds: readonly string[], deletedAccounts: readonly string[]): Promise<void> {
    await sql.raw(END_MEMBERSHIPS, { groupId, userIds, deletedAccounts })
  },

  /** Approves the present members who are published as approved. */
  async approve(groupId: number, userIds: readonly string[]): Promise<void> {
    await sql.raw(APPROVED, { groupId, userIds })
  },

  /**
   * Removes the rows of former members from the groups' boards of a weekend that is no longer completed, and takes in
   * the members who came back meanwhile. Call it under the weekend's row lock and exclusive lock.
   */
  async reopenBoards(weekendId: number): Promise<void> {
    await sql.raw(RECONCILED, { weekendId })
    await sql.raw(OF_WEEKEND_JOINED, { weekendId })
  },
})
