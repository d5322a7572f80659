import { type Database, prepared, type Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'

/** A scope of a group that the caller is a member of. */
export type OwnGroup = {
  scopeId: number
  groupId: number
  weekendId: number
  adminUserId: string | null
  /** Version of its leaderboard. */
  version: number
}

/** A group, in the weekend that is asked for, or in its current one. */
export type GroupInWeekend = { groupId: number; weekendId?: number | undefined }

/**
 * Condition on a `scope` of a group with its row of `season_groups` in `season`, if it has one: the scope of
 * `:weekendId`, or of the group's current weekend if that is null.
 */
export const IS_ASKED_FOR = `case when :weekendId::integer is not null then scope.weekend_id = :weekendId
  when season.group_id is not null then scope.weekend_id = season.weekend_id else true end`

const OWN_GROUP = `
select scope.id as "scopeId", member.group_id as "groupId", scope.weekend_id as "weekendId",
  scope.admin_user_id as "adminUserId", scope.version,
  season.group_id is not null or exists (
    select from scopes where group_id = member.group_id and not deleted
  ) as "isKnown"
from published_memberships member
left join season_groups season on season.group_id = member.group_id
left join scopes scope on scope.group_id = member.group_id and not scope.deleted and ${IS_ASKED_FOR}
where member.user_id = :userId and member.group_id = :groupId limit 1`

type Row = (OwnGroup | { scopeId: null }) & { isKnown: boolean }

/**
 * Finds the scope of a group of the caller; undefined where the group has none in that weekend, or waits for its next
 * one. Throws 404 for users who are not members (docs/contract.md, HTTP in general).
 */
export const findOwnScope = async (
  sql: Database | Transaction,
  { userId }: Caller,
  { groupId, weekendId }: GroupInWeekend,
): Promise<OwnGroup | undefined> => {
  const bindings = { userId, groupId, weekendId: weekendId ?? null }
  const [group] = (await prepared<Row>(sql, 'own-group', OWN_GROUP, bindings)).rows
  if (!group?.isKnown) throw notFound('GROUP_NOT_FOUND', 'There’s no such group.')
  return group.scopeId === null ? undefined : group
}

/** The error for a weekend that a group has no scope in. */
export const noSuchWeekendOfGroup = () =>
  notFound('WEEKEND_NOT_FOUND', 'This group doesn’t take part in that race weekend.')

/** The same, with 404 for a weekend that the group has no scope in. */
export const findOwnGroup = async (
  sql: Database | Transaction,
  caller: Caller,
  group: GroupInWeekend,
): Promise<OwnGroup | undefined> => {
  const scope = await findOwnScope(sql, caller, group)
  if (!scope && group.weekendId !== undefined) throw noSuchWeekendOfGroup()
  return scope
}
