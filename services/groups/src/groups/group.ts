import type { Points } from '@purple-sector/contracts/categories'
import type { groupChanged } from '@purple-sector/contracts/groups/events'
import type { z } from 'zod'

export type GroupState = z.infer<typeof groupChanged.data>

/** The rules of a group's tips and points; tipping stores their versions (docs/rules.md, Scoring). */
export type GroupRules = {
  /** Ascending; saved empty means all. */
  selectedRaceIds: number[]
  hidePointsUntilApproved: boolean
  preventPointsUntilApproved: boolean
  lockTipsAfterFirstEvent: boolean
  useCustomPointSystem: boolean
  /** By category id. */
  customPointSystem: Record<string, Points>
}

/** The settings that the creator of a group chooses. */
export type GroupSettings = GroupRules & {
  weekendId: number
  name: string
  description: string
  isPrivate: boolean
  autoApproveInvites: boolean
}

/** A stored group. */
export type StoredGroup = GroupSettings & {
  id: number
  creatorId: string
  inviteCode: string
  /** Includes pending members. */
  memberCount: number
  pendingCount: number
  createdAt: Date
}
export type NewGroup = Omit<StoredGroup, 'id' | 'memberCount' | 'pendingCount'>

/** Returns the state of the group for its event. */
export const groupState = (
  group: StoredGroup,
  { rulesChanged = false, deleted = false }: { rulesChanged?: boolean; deleted?: boolean } = {},
): GroupState => ({
  id: group.id,
  weekendId: group.weekendId,
  name: group.name,
  description: group.description,
  isPrivate: group.isPrivate,
  creatorId: group.creatorId,
  createdAt: group.createdAt.toISOString(),
  selectedRaceIds: group.selectedRaceIds,
  autoApproveInvites: group.autoApproveInvites,
  hidePointsUntilApproved: group.hidePointsUntilApproved,
  preventPointsUntilApproved: group.preventPointsUntilApproved,
  lockTipsAfterFirstEvent: group.lockTipsAfterFirstEvent,
  useCustomPointSystem: group.useCustomPointSystem,
  customPointSystem: group.customPointSystem,
  rulesChanged,
  deleted,
})
