import type { PatchGroupBody } from '@purple-sector/contracts/groups/http'
import type { Category } from '../projections/category-projection.ts'
import type { StoredGroup } from './group.ts'
import { areSamePoints, chooseRaces, haveRulesChanged, pointsById } from './group-rules.ts'

/** The data that a change is checked against: the races of its weekend, and all categories. */
export type Programme = { raceIds: readonly number[]; categories: readonly Category[] }

/** Whether the change moves the group to another weekend. */
export const isMove = ({ weekendId }: Pick<StoredGroup, 'weekendId'>, body: PatchGroupBody): boolean =>
  body.weekendId !== undefined && body.weekendId !== weekendId

/** Applies the sent fields; a move selects all races of the new weekend unless some are sent. */
export const changedGroup = (group: StoredGroup, body: PatchGroupBody, programme: Programme): StoredGroup => {
  const currentRaceIds = isMove(group, body) ? [] : group.selectedRaceIds
  const { customPointSystem: points } = body
  return {
    ...group,
    weekendId: body.weekendId ?? group.weekendId,
    name: body.name ?? group.name,
    description: body.description ?? group.description,
    isPrivate: body.isPrivate ?? group.isPrivate,
    selectedRaceIds: chooseRaces(currentRaceIds, body.selectedRaceIds ?? currentRaceIds, programme.raceIds),
    autoApproveInvites: body.autoApproveInvites ?? group.autoApproveInvites,
    hidePointsUntilApproved: body.hidePointsUntilApproved ?? group.hidePointsUntilApproved,
    preventPointsUntilApproved: body.preventPointsUntilApproved ?? group.preventPointsUntilApproved,
    lockTipsAfterFirstEvent: body.lockTipsAfterFirstEvent ?? group.lockTipsAfterFirstEvent,
    useCustomPointSystem: body.useCustomPointSystem ?? group.useCustomPointSystem,
    customPointSystem: points ? pointsById(points, programme.categories) : group.customPointSystem,
  }
}

/** Returns the changes of a group that its events report. */
export const differenceOf = (before: StoredGroup, after: StoredGroup) => {
  const isMoved = before.weekendId !== after.weekendId
  const rulesChanged = isMoved || haveRulesChanged(before, after)
  const hasOtherPoints = !areSamePoints(before, after)
  const isRenamed = before.name !== after.name || before.description !== after.description
  const hasOtherAccess = before.isPrivate !== after.isPrivate || before.autoApproveInvites !== after.autoApproveInvites
  return { isMoved, rulesChanged, isChanged: rulesChanged || hasOtherPoints || isRenamed || hasOtherAccess }
}
