import type { Points } from '@purple-sector/contracts/categories'
import type { groupChanged } from '@purple-sector/contracts/groups/events'
import type { z } from 'zod'

export type GroupState = z.infer<typeof groupChanged.data>

export type SeasonRules = NonNullable<GroupState['seasonRules']>

/** A weekend in which a group has a leaderboard: the scope of that weekend. */
export type GroupWeekend = {
  weekendId: number
  /** Ascending; saved empty means all. */
  selectedRaceIds: number[]
}

/** The rules of a group's tips and points; tipping stores their versions (docs/rules.md, Scoring). */
export type GroupRules = {
  hidePointsUntilApproved: boolean
  preventPointsUntilApproved: boolean
  lockTipsAfterFirstEvent: boolean
  useCustomPointSystem: boolean
  /** By category id. */
  customPointSystem: Record<string, Points>
}

/** The settings that the creator of a group chooses. */
export type GroupSettings = GroupRules & {
  /** Of a season group the current one; null while it waits for its next round. */
  weekendId: number | null
  name: string
  description: string
  isPrivate: boolean
  autoApproveInvites: boolean
}

/** The season of a season group; null in others. */
export type GroupSeason = {
  seasonId: number | null
  seasonRules: SeasonRules | null
  /** Whether a counting race has locked that it may have left out since. */
  hasSeasonStarted: boolean
}

/** A stored group, without the weekends that it has a leaderboard in. */
export type StoredGroup = GroupSettings &
  GroupSeason & {
    id: number
    creatorId: string
    inviteCode: string
    /** Includes pending members. */
    memberCount: number
    pendingCount: number
    createdAt: Date
  }
export type NewGroup = Omit<StoredGroup, 'id' | 'memberCount' | 'pendingCount'>

/** A group with its weekends, in the order in which they were opened. */
export type GroupInWeekends = StoredGroup & { weekends: GroupWeekend[] }

/** The weekend of a group's memberships and invitations; null of a season group, where they are of all its weekends. */
export const singleWeekendOf = ({ seasonId, weekendId }: Pick<StoredGroup, 'seasonId' | 'weekendId'>): number | null =>
  seasonId === null ? weekendId : null

/** The selection of one of the group's weekends, by default of its own. */
export const selectionOf = ({ weekends, weekendId }: Pick<GroupInWeekends, 'weekends' | 'weekendId'>): number[] =>
  weekends.find((weekend) => weekend.weekendId === weekendId)?.selectedRaceIds ?? []

/** Returns the state of the group for its event. */
export const groupState = (
  group: GroupInWeekends,
  { rulesChanged = false, deleted = false }: { rulesChanged?: boolean; deleted?: boolean } = {},
): GroupState => ({
  id: group.id,
  weekendId: group.weekendId,
  name: group.name,
  description: group.description,
  isPrivate: group.isPrivate,
  creatorId: group.creatorId,
  createdAt: group.createdAt.toISOString(),
  selectedRaceIds: selectionOf(group),
  allSeason: group.seasonId !== null,
  seasonId: group.seasonId,
  seasonRules: group.seasonRules,
  weekends: group.weekends,
  autoApproveInvites: group.autoApproveInvites,
  hidePointsUntilApproved: group.hidePointsUntilApproved,
  preventPointsUntilApproved: group.preventPointsUntilApproved,
  lockTipsAfterFirstEvent: group.lockTipsAfterFirstEvent,
  useCustomPointSystem: group.useCustomPointSystem,
  customPointSystem: group.customPointSystem,
  rulesChanged,
  deleted,
})
