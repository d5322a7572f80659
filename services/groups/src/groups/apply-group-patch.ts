import type { Group, PatchGroupBody } from '@purple-sector/contracts/groups/http'
import { badField, conflict } from '@purple-sector/service-kit/errors'
import type { Category } from '../projections/category-projection.ts'
import type { GroupInWeekends, GroupWeekend } from './group.ts'
import { areSamePoints, chooseRaces, haveRulesChanged, pointsById } from './group-rules.ts'
import { applySeasonPatch, areSameSeasonRules, type SeasonContext } from './group-season.ts'

/** The data that a patch is validated against: the races of the weekend that it selects from, and all categories. */
export type PatchContext = SeasonContext & { raceIds: readonly number[]; categories: readonly Category[] }

/** Whether the patch moves the group to another weekend; a season group is never moved. */
export const isMove = (
  { weekendId, seasonId }: Pick<Group, 'weekendId' | 'seasonId'>,
  body: Pick<PatchGroupBody, 'weekendId'>,
): boolean => seasonId === null && (body.weekendId ?? weekendId) !== weekendId

/** The weekend whose sessions the patch selects; in a season group, `weekendId` only names it. */
export const selectedWeekendOf = ({ weekendId }: Pick<Group, 'weekendId'>, body: PatchGroupBody): number | null =>
  body.weekendId ?? weekendId

/** Applies the weekend and the selection of a request; a move without a selection selects all sessions. */
const applySelection = (
  group: GroupInWeekends,
  body: PatchGroupBody,
  { raceIds }: PatchContext,
): Pick<GroupInWeekends, 'weekendId' | 'weekends'> => {
  const { weekends } = group
  if (isMove(group, body) && typeof body.weekendId === 'number') {
    if (weekends.length > 1)
      throw conflict('GROUP_STARTED', 'This group has been through several weekends, so it stays with its own.')
    const selectedRaceIds = chooseRaces([], body.selectedRaceIds ?? [], raceIds)
    return { weekendId: body.weekendId, weekends: [{ weekendId: body.weekendId, selectedRaceIds }] }
  }
  const { weekendId } = group
  const selected = weekends.find((weekend) => weekend.weekendId === selectedWeekendOf(group, body))
  if (!selected && (typeof body.weekendId === 'number' || (body.selectedRaceIds ?? []).length > 0))
    throw badField('weekendId', 'This group has no leaderboard in that weekend')
  if (!selected || !body.selectedRaceIds) return { weekendId, weekends }
  const selectedRaceIds = chooseRaces(selected.selectedRaceIds, body.selectedRaceIds, raceIds)
  return {
    weekendId,
    weekends: weekends.map((weekend) => (weekend === selected ? { ...weekend, selectedRaceIds } : weekend)),
  }
}

/** Applies the fields that the request sends; throws for races or categories that do not exist. */
export const applyGroupPatch = (
  group: GroupInWeekends,
  body: PatchGroupBody,
  context: PatchContext,
): GroupInWeekends => {
  const { customPointSystem: points } = body
  return {
    ...group,
    ...applySelection(group, body, context),
    ...applySeasonPatch(group, body, context),
    name: body.name ?? group.name,
    description: body.description ?? group.description,
    isPrivate: body.isPrivate ?? group.isPrivate,
    autoApproveInvites: body.autoApproveInvites ?? group.autoApproveInvites,
    hidePointsUntilApproved: body.hidePointsUntilApproved ?? group.hidePointsUntilApproved,
    preventPointsUntilApproved: body.preventPointsUntilApproved ?? group.preventPointsUntilApproved,
    lockTipsAfterFirstEvent: body.lockTipsAfterFirstEvent ?? group.lockTipsAfterFirstEvent,
    useCustomPointSystem: body.useCustomPointSystem ?? group.useCustomPointSystem,
    customPointSystem: points ? pointsById(points, context.categories) : group.customPointSystem,
  }
}

/** Returns the weekends of `after` whose selection is new. */
export const newSelections = (before: GroupInWeekends, after: GroupInWeekends): GroupWeekend[] => {
  const known = new Map(before.weekends.map(({ weekendId, selectedRaceIds }) => [weekendId, selectedRaceIds.join()]))
  return after.weekends.filter(({ weekendId, selectedRaceIds }) => known.get(weekendId) !== selectedRaceIds.join())
}

/**
 * Detects what a patch changes: `isChanged` decides whether the group is saved and published at all.
 *
 * `rulesChanged` is published with the group; a move always changes the rules. Custom points that are not used count as a
 * change, but not of the rules. `changesMemberships`: memberships and invitations name a group's only weekend.
 */
export const detectGroupChanges = (before: GroupInWeekends, after: GroupInWeekends) => {
  const isMoved = isMove(before, { weekendId: after.weekendId ?? undefined })
  const changesSeason = before.seasonId !== after.seasonId
  const rulesChanged =
    isMoved ||
    changesSeason ||
    newSelections(before, after).length > 0 ||
    !areSameSeasonRules(before.seasonRules, after.seasonRules) ||
    haveRulesChanged(before, after)
  const hasOtherPoints = !areSamePoints(before, after)
  const isRenamed = before.name !== after.name || before.description !== after.description
  const hasOtherAccess = before.isPrivate !== after.isPrivate || before.autoApproveInvites !== after.autoApproveInvites
  return {
    isMoved,
    rulesChanged,
    changesMemberships: isMoved || changesSeason,
    isChanged: rulesChanged || hasOtherPoints || isRenamed || hasOtherAccess,
  }
}
