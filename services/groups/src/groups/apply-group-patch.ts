import type { PatchGroupBody } from '@purple-sector/contracts/groups/http'
import type { Category } from '../projections/category-projection.ts'
import type { StoredGroup } from './group.ts'
import { areSamePoints, chooseRaces, haveRulesChanged, pointsById } from './group-rules.ts'

/** The data that a patch is validated against: the races of the group's weekend after the patch, and all categories. */
export type PatchContext = { raceIds: readonly number[]; categories: readonly Category[] }

/** Whether the patch moves the group to another weekend. */
export const isMove = ({ weekendId }: Pick<StoredGroup, 'weekendId'>, body: PatchGroupBody): boolean =>
  body.weekendId !== undefined && body.weekendId !== weekendId

/**
 * Applies the fields that the request sends; throws for races or categories that do not exist.
 *
 * A move without a selection of races empties the selection, which means all races of the new weekend.
 */
export const applyGroupPatch = (group: StoredGroup, body: PatchGroupBody, context: PatchContext): StoredGroup => {
  const currentRaceIds = isMove(group, body) ? [] : group.selectedRaceIds
  const { customPointSystem: points } = body
  return {
    ...group,
    weekendId: body.weekendId ?? group.weekendId,
    name: body.name ?? group.name,
    description: body.description ?? group.description,
    isPrivate: body.isPrivate ?? group.isPrivate,
    selectedRaceIds: chooseRaces(currentRaceIds, body.selectedRaceIds ?? currentRaceIds, context.raceIds),
    autoApproveInvites: body.autoApproveInvites ?? group.autoApproveInvites,
    hidePointsUntilApproved: body.hidePointsUntilApproved ?? group.hidePointsUntilApproved,
    preventPointsUntilApproved: body.preventPointsUntilApproved ?? group.preventPointsUntilApproved,
    lockTipsAfterFirstEvent: body.lockTipsAfterFirstEvent ?? group.lockTipsAfterFirstEvent,
    useCustomPointSystem: body.useCustomPointSystem ?? group.useCustomPointSystem,
    customPointSystem: points ? pointsById(points, context.categories) : group.customPointSystem,
  }
}

/**
 * Detects what a patch changes: `isChanged` decides whether the group is saved and published at all.
 *
 * `rulesChanged` is published with the group; a move always changes the rules. Custom points that are not used count as a
 * change, but not of the rules.
 */
export const detectGroupChanges = (before: StoredGroup, after: StoredGroup) => {
  const isMoved = before.weekendId !== after.weekendId
  const rulesChanged = isMoved || haveRulesChanged(before, after)
  const hasOtherPoints = !areSamePoints(before, after)
  const isRenamed = before.name !== after.name || before.description !== after.description
  const hasOtherAccess = before.isPrivate !== after.isPrivate || before.autoApproveInvites !== after.autoApproveInvites
  return { isMoved, rulesChanged, isChanged: rulesChanged || hasOtherPoints || isRenamed || hasOtherAccess }
}
