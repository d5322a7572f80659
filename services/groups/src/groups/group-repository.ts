import type { Points } from '@purple-sector/contracts/categories'
import { type Database, prepared, type Transaction, table } from '@purple-sector/database'
import type { GroupSeason, GroupSettings, NewGroup, SeasonRules, StoredGroup } from './group.ts'

/** A group's row; `groups.*` of a query. */
export type GroupRow = {
  id: number
  weekend_id: number | null
  season_id: number | null
  season_count_best: number | null
  season_missed_weekend: SeasonRules['missedWeekend'] | null
  season_late_joiners: SeasonRules['lateJoiners'] | null
  has_season_started: boolean
  name: string
  description: string
  is_private: boolean
  creator_id: string
  invite_code: string
  auto_approve_invites: boolean
  hide_points_until_approved: boolean
  prevent_points_until_approved: boolean
  lock_tips_after_first_event: boolean
  use_custom_point_system: boolean
  custom_point_system: Record<string, Points>
  member_count: number
  pending_count: number
  created_at: Date
}

const groups = table<GroupRow, { custom_point_system: string }>('groups')

/** Returns the rules of a season group's season; null for others. */
export const seasonRulesOf = (row: GroupRow): SeasonRules | null => {
  const { season_count_best: countBest, season_missed_weekend: missedWeekend, season_late_joiners: lateJoiners } = row
  return missedWeekend === null || lateJoiners === null ? null : { countBest, missedWeekend, lateJoiners }
}

const groupOf = (row: GroupRow): StoredGroup => ({
  id: row.id,
  weekendId: row.weekend_id,
  name: row.name,
  description: row.description,
  isPrivate: row.is_private,
  creatorId: row.creator_id,
  inviteCode: row.invite_code,
  seasonId: row.season_id,
  seasonRules: seasonRulesOf(row),
  hasSeasonStarted: row.has_season_started,
  autoApproveInvites: row.auto_approve_invites,
  hidePointsUntilApproved: row.hide_points_until_approved,
  preventPointsUntilApproved: row.prevent_points_until_approved,
  lockTipsAfterFirstEvent: row.lock_tips_after_first_event,
  useCustomPointSystem: row.use_custom_point_system,
  customPointSystem: row.custom_point_system,
  memberCount: row.member_count,
  pendingCount: row.pending_count,
  createdAt: row.created_at,
})

const settingsOf = (group: GroupSettings) => ({
  weekend_id: group.weekendId,
  name: group.name,
  description: group.description,
  is_private: group.isPrivate,
  auto_approve_invites: group.autoApproveInvites,
  hide_points_until_approved: group.hidePointsUntilApproved,
  prevent_points_until_approved: group.preventPointsUntilApproved,
  lock_tips_after_first_event: group.lockTipsAfterFirstEvent,
  use_custom_point_system: group.useCustomPointSystem,
  custom_point_system: JSON.stringify(group.customPointSystem),
})

const seasonOf = ({ seasonId, seasonRules, hasSeasonStarted }: GroupSeason) => ({
  season_id: seasonId,
  season_count_best: seasonRules?.countBest ?? null,
  season_missed_weekend: seasonRules?.missedWeekend ?? null,
  season_late_joiners: seasonRules?.lateJoiners ?? null,
  has_season_started: hasSeasonStarted,
})

/**
 * Selects groups whose weekend exists, and season groups, which outlive theirs: groups of a deleted weekend are hidden
 * before their rows are removed.
 * Without a join: a transaction that waits for a group which moves meanwhile would then look for it in its former
 * weekend, and reply with 404.
 */
const groupsOfPresentWeekends = (sql: Database | Transaction) =>
  groups(sql).whereRaw(
    '(weekend_id is null or season_id is not null or (select true from weekends where weekends.id = groups.weekend_id))',
  )

export const groupRepository = (sql: Database | Transaction) => ({
  /** Locks the group until the transaction ends: joins, leaves and approvals of a group run one after another. */
  async selectForUpdate(id: number): Promise<StoredGroup | undefined> {
    const row = await groupsOfPresentWeekends(sql).where({ id }).forUpdate().first()
    return row && groupOf(row)
  },

  async selectByCodeForUpdate(inviteCode: string): Promise<StoredGroup | undefined> {
    const row = await groupsOfPresentWeekends(sql).where({ invite_code: inviteCode }).forUpdate().first()
    return row && groupOf(row)
  },

  /** Locks the groups that no other transaction has locked, so that a batch does not wait for one group. */
  async selectUnlockedByCodeForUpdate(inviteCodes: readonly string[]): Promise<StoredGroup[]> {
    const { rows } = await prepared<GroupRow>(
      sql,
      'select-unlocked-groups',
      `select * from groups where invite_code = any(:inviteCodes)
         and (weekend_id is null or season_id is not null
           or exists (select from weekends where weekends.id = groups.weekend_id))
       order by id for update of groups skip locked`,
      { inviteCodes },
    )
    return rows.map((row) => groupOf(row))
  },

  /** Locks all groups that a user created or is a member of, by id. */
  async selectAllOfUserForUpdate(userId: string): Promise<StoredGroup[]> {
    const rows = await groupsOfPresentWeekends(sql)
      .whereIn('id', sql('members').where({ user_id: userId }).select('group_id'))
      .orderBy('id')
      .forUpdate()
    return rows.map((row) => groupOf(row))
  },

  /** Locks groups by id, those of deleted weekends included. */
  async selectAllForUpdate(ids: readonly number[]): Promise<StoredGroup[]> {
    const rows = await groups(sql).whereIn('id', ids).orderBy('id').forUpdate()
    return rows.map((row) => groupOf(row))
  },

  async countOfCreator(creatorId: string): Promise<number> {
    const rows = await groupsOfPresentWeekends(sql).where({ creator_id: creatorId }).select('id')
    return rows.length
  },

  /** Counts the groups with a leaderboard in a weekend. */
  async countOfWeekend(weekendId: number): Promise<number> {
    const [row] = await sql('group_weekends').where({ weekend_id: weekendId }).count<{ count: string }[]>()
    return Number(row?.count ?? 0)
  },

  /** Reads the next groups by id, after the cursor. */
  async listAfter(cursor: number, limit: number): Promise<StoredGroup[]> {
    const rows = await groupsOfPresentWeekends(sql).where('id', '>', cursor).orderBy('id').limit(limit)
    return rows.map((row) => groupOf(row))
  },

  async insert({ creatorId, inviteCode, createdAt, ...settings }: NewGroup): Promise<StoredGroup> {
    const creation = { creator_id: creatorId, invite_code: inviteCode, created_at: createdAt }
    const [row] = await groups(sql)
      .insert({ ...settingsOf(settings), ...seasonOf(settings), ...creation })
      .returning('*')
    if (!row) throw new Error('a group was not stored')
    return groupOf(row)
  },

  async update(group: StoredGroup): Promise<void> {
    await groups(sql)
      .where({ id: group.id })
      .update({ ...settingsOf(group), ...seasonOf(group), creator_id: group.creatorId })
  },

  /** Deletes the group with its members and all other rows that belong to it. */
  async remove(id: number): Promise<void> {
    await groups(sql).where({ id }).delete()
  },
})
