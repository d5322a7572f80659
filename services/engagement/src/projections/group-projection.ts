import { MAX_ID } from '@purple-sector/contracts/common'
import { userSubject, weekendSubject } from '@purple-sector/contracts/event'
import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import { type Database, type Transaction, table } from '@purple-sector/database'
import { defineProjection, isDeleted, markDeleted, on } from '@purple-sector/messaging'
import { notReplicatedYet } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { notFound } from '@purple-sector/service-kit/errors'
import type { z } from 'zod'
import { pendingRemovals } from '../deletion/pending-removal-repository.ts'
import { deleteNotificationsOfGroup } from '../notifications/delete-notifications.ts'

type GroupState = z.infer<typeof groupChanged.data>

export type GroupRow = {
  id: number
  weekend_id: number | null
  season_id: number | null
  name: string
  creator_id: string
  lock_tips_after_first_event: boolean
  hide_points_until_approved: boolean
}
export type GroupWeekendRow = { group_id: number; weekend_id: number; selected_race_ids: number[] }
export type MembershipRow = { group_id: number; user_id: string; joined_at: Date; is_approved: boolean }

export const groups = table<GroupRow>('groups')
export const groupWeekends = table<GroupWeekendRow>('group_weekends')
export const memberships = table<MembershipRow>('memberships')

export const isMember = async (sql: Database | Transaction, groupId: number, userId: string): Promise<boolean> =>
  (await memberships(sql).where({ group_id: groupId, user_id: userId }).first('user_id')) !== undefined

/** Returns the group's weekend; of a season group the current one. Null without one, and for an unknown group. */
export const weekendOfGroup = async (sql: Database | Transaction, groupId: number): Promise<number | null> =>
  (await groups(sql).where({ id: groupId }).first('weekend_id'))?.weekend_id ?? null

/** Throws 404 unless the user is a member; retryable, because a new membership may not be replicated yet. */
export const requireMembership = async (sql: Database, groupId: number, userId: string): Promise<void> => {
  if (await isMember(sql, Math.min(groupId, MAX_ID), userId)) return
  throw notReplicatedYet(notFound('GROUP_NOT_FOUND', 'There’s no such group.'))
}

/** Replaces the weekends of a group; writes only those that differ, because a season group has many. */
const saveWeekends = async (sql: Transaction, { id, weekends }: GroupState): Promise<void> => {
  const rows = weekends.map(({ weekendId, selectedRaceIds }) => ({
    group_id: id,
    weekend_id: weekendId,
    selected_race_ids: selectedRaceIds,
  }))
  await groupWeekends(sql)
    .where({ group_id: id })
    .whereNotIn(
      'weekend_id',
      weekends.map(({ weekendId }) => weekendId),
    )
    .delete()
  if (rows.length === 0) return
  await groupWeekends(sql)
    .insert(rows)
    .onConflict(['group_id', 'weekend_id'])
    .merge()
    .whereRaw('group_weekends.selected_race_ids is distinct from excluded.selected_race_ids')
}

/** Projects a group with its weekends; deletes its memberships with it, while a task removes the other rows. */
export const onGroupChanged = on(groupChanged, async ({ data: group, subject }, sql) => {
  const { id, name, allSeason, weekendId: weekend_id, seasonId: season_id, creatorId: creator_id } = group
  const rules = {
    lock_tips_after_first_event: group.lockTipsAfterFirstEvent,
    hide_points_until_approved: group.hidePointsUntilApproved,
  }
  if (group.deleted) {
    await markDeleted(sql, subject)
    await groups(sql).where({ id }).delete()
    await groupWeekends(sql).where({ group_id: id }).delete()
    await memberships(sql).where({ group_id: id }).delete()
    await deleteNotificationsOfGroup(sql, id)
    await pendingRemovals(sql).add({ type: 'group', id })
    return
  }
  if (await isDeleted(sql, subject)) return
  if (!allSeason && weekend_id !== null && (await isDeleted(sql, weekendSubject(weekend_id)))) return
  const row = { id, name, weekend_id, season_id, creator_id, ...rules }
  await groups(sql).insert(row).onConflict('id').merge()
  await saveWeekends(sql, group)
})

export const { handler: onMembershipChanged } = defineProjection({
  state: membershipChanged,
  table: 'memberships',
  key: ['group_id', 'user_id'],
  fields: ['groupId', 'userId', 'joinedAt'],
  columns: ({ approvalStatus }) => ({ is_approved: approvalStatus === 'approved' }),
  parents: ({ groupId, userId, weekendId }) => [
    `group/${groupId}`,
    userSubject(userId),
    ...(weekendId === null ? [] : [weekendSubject(weekendId)]),
  ],
})
