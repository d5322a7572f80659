import type { PatchGroupBody } from '@purple-sector/contracts/groups/http'
import type { Category } from '../projections/category-projection.ts'
import type { StoredGroup } from './group.ts'
import { areSamePoints, chooseRaces, haveRulesChanged, pointsById } from './group-rules.ts'

/** What is known when a group changes: the sessions of its weekend from now on, and all categories. */
export type Programme = { raceIds: readonly number[]; categories: readonly Category[] }

/** Whether the group goes to another weekend. */
export const isMove = ({ weekendId }: Pick<StoredGroup, 'weekendId'>, body: PatchGroupBody): boolean =>
  body.weekendId !== undefined && body.weekendId !== weekendId

/** What was sent changes, the rest stays; in another weekend all sessions count unless some are chosen. */
export const changedGroup = (group: StoredGroup, body: PatchGroupBody, programme: Programme): StoredGroup => {
  const present = isMove(group, body) ? [] : group.selectedRaceIds
  const { customPointSystem: points } = body
  return {
    ...group,
    weekendId: body.weekendId ?? group.weekendId,
    name: body.name ?? group.name,
    description: body.description ?? group.description,
    isPrivate: body.isPrivate ?? group.isPrivate,
    selectedRaceIds: chooseRaces(present, body.selectedRaceIds ?? present, programme.raceIds),
    autoApproveInvites: body.autoApproveInvites ?? group.autoApproveInvites,
    hidePointsUntilApproved: body.hidePointsUntilApproved ?? group.hidePointsUntilApproved,
    preventPointsUntilApproved: body.preventPointsUntilApproved ?? group.preventPointsUntilApproved,
    lockTipsAfterFirstEvent: body.lockTipsAfterFirstEvent ?? group.lockTipsAfterFirstEvent,
    useCustomPointSystem: body.useCustomPointSystem ?? group.useCustomPointSystem,
    customPointSystem: points ? pointsById(points, programme.categories) : group.customPointSystem,
  }
}

/** What of a group has changed, as far as others are told. */
export const differenceOf = (before: StoredGroup, after: StoredGroup) => {
  const isMoved = before.weekendId !== after.weekendId
  const rulesChanged = isMoved || haveRulesChanged(before, after)
  const hasOtherPoints = !areSamePoints(before, after)
  const isRenamed = before.name !== after.name || before.description !== after.description
  const hasOtherAccess = before.isPrivate !== after.isPrivate || before.autoApproveInvites !== after.autoApproveInvites
  return { isMoved, rulesChanged, isChanged: rulesChanged || hasOtherPoints || isRenamed || hasOtherAccess }
}
