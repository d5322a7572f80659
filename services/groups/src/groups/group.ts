import type { Points } from '@purple-sector/contracts/categories'
import type { groupChanged } from '@purple-sector/contracts/groups/events'
import type { z } from 'zod'

export type GroupState = z.infer<typeof groupChanged.data>

/** What decides about a group's tips and points; tipping keeps their versions (docs/rules.md, Scoring). */
export type GroupRules = {
  /** Rising; saved empty means all. */
  selectedRaceIds: number[]
  hidePointsUntilApproved: boolean
  preventPointsUntilApproved: boolean
  lockTipsAfterFirstEvent: boolean
  useCustomPointSystem: boolean
  /** By the id of the category. */
  customPointSystem: Record<string, Points>
}

/** What its creator says of a group. */
export type GroupSettings = GroupRules & {
  weekendId: number
  name: string
  description: string
  isPrivate: boolean
  autoApproveInvites: boolean
}

/** A group as it is kept. */
export type StoredGroup = GroupSettings & {
  id: number
  creatorId: string
  inviteCode: string
  /** Pending ones too. */
  memberCount: number
  pendingCount: number
  createdAt: Date
}
export type NewGroup = Omit<StoredGroup, 'id' | 'memberCount' | 'pendingCount'>

/** The group as its event tells it. */
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
