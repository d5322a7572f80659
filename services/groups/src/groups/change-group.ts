import type { Group, PatchGroupBody } from '@purple-sector/contracts/groups/http'
import type { Transaction } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import type { GroupsDependencies } from '../dependencies.ts'
import { invitationEvent, invitationRepository } from '../invitations/invitation-repository.ts'
import { membershipState } from '../members/member.ts'
import { memberRepository } from '../members/member-repository.ts'
import { listCategories } from '../projections/category-projection.ts'
import { raceIdsOf } from '../projections/race-projection.ts'
import { lockSeasonOf, noSeason, type Season } from '../projections/season-projection.ts'
import { lockWeekend, requireWeekend } from '../projections/weekend-projection.ts'
import { publish } from '../published.ts'
import { beginSeason } from '../season-groups/begin-season.ts'
import { seasonGroupRepository } from '../season-groups/season-group-repository.ts'
import {
  applyGroupPatch,
  detectGroupChanges,
  isMove,
  newSelections,
  type PatchContext,
  selectedWeekendOf,
} from './apply-group-patch.ts'
import { type GroupInWeekends, groupState, selectionOf, singleWeekendOf } from './group.ts'
import { findGroup } from './group-read-model.ts'
import { groupRepository } from './group-repository.ts'
import { beginsSeason } from './group-season.ts'
import { groupWeekendRepository, inWeekends } from './group-weekend-repository.ts'
import { holdDuringMove, type RequireHold, rejectMove, tryAgain } from './move-group.ts'
import { assertGroupAdmin, selectGroupOfAdminForUpdate } from './select-group-for-update.ts'

type Dependencies = Pick<GroupsDependencies, 'database' | 'commit' | 'tipping'>

const lockSeasonToBegin = async (
  sql: Transaction,
  group: Pick<Group, 'seasonId' | 'weekendId'>,
  body: PatchGroupBody,
): Promise<Season | undefined> => {
  if (!beginsSeason(group, body)) return undefined
  const weekendId = selectedWeekendOf(group, body)
  if (weekendId === null) throw noSeason()
  return lockSeasonOf(sql, weekendId)
}

/** Reads the data that the patch of a locked group is validated against. */
const contextOf = async (
  sql: Transaction,
  group: GroupInWeekends,
  body: PatchGroupBody,
  season: Season | undefined,
): Promise<PatchContext> => {
  const weekendId = selectedWeekendOf(group, body)
  return {
    raceIds: weekendId === null ? [] : await raceIdsOf(sql, weekendId),
    categories: await listCategories(sql),
    season,
    hasLockedRace: group.seasonId !== null && (await seasonGroupRepository(sql).hasLockedRace(group.id)),
  }
}

/** Stores a changed group with its weekends. */
const save = async (sql: Transaction, before: GroupInWeekends, after: GroupInWeekends): Promise<void> => {
  const { id } = after
  const [weekends, seasons] = [groupWeekendRepository(sql), seasonGroupRepository(sql)]
  await groupRepository(sql).update(after)
  if (isMove(before, { weekendId: after.weekendId ?? undefined })) {
    if (before.weekendId !== null) await weekends.remove([id], before.weekendId)
    for (const weekend of after.weekends) await weekends.add(id, weekend)
  } else
    for (const weekend of newSelections(before, after)) {
      await weekends.select(id, weekend)
      if (before.seasonId !== null) await seasons.follow(id, weekend.selectedRaceIds)
    }
  if (before.seasonId === null && after.seasonId !== null && after.weekendId !== null)
    await beginSeason(sql, id, { weekendId: after.weekendId, selectedRaceIds: selectionOf(after) })
}

/**
 * Changes the sent fields of a group. A move publishes every membership again, because consumers store them by weekend,
 * and so does becoming a season group, whose memberships are of no weekend. That or a new name publishes the pending
 * invitations again, which carry both.
 */
export const changeGroup =
  ({ database, commit, tipping }: Dependencies) =>
  async (caller: Caller, id: number, body: PatchGroupBody): Promise<Group> => {
    const { userId } = caller
    const currentGroup = await findGroup(database, id, userId)
    assertGroupAdmin(currentGroup, userId)
    const change = (targetWeekendId: number | undefined, requireHold: RequireHold) =>
      commit(async (sql) => {
        const season = await lockSeasonToBegin(sql, currentGroup, body)
        if (targetWeekendId !== undefined) await lockWeekend(sql, targetWeekendId)
        const before = await inWeekends(sql, await selectGroupOfAdminForUpdate(sql, id, userId))
        const wasChanged = before.weekendId !== currentGroup.weekendId || before.seasonId !== currentGroup.seasonId
        if (season && wasChanged) throw tryAgain()
        if (isMove(before, body)) requireHold(before)
        const after = applyGroupPatch(before, body, await contextOf(sql, before, body, season))
        const { isChanged, isMoved, rulesChanged, changesMemberships } = detectGroupChanges(before, after)
        if (!isChanged) return { reply: await findGroup(sql, id, userId) }
        await save(sql, before, after)
        const members = changesMemberships ? await memberRepository(sql).list(id) : []
        const reply = await findGroup(sql, id, userId)
        const saved = await inWeekends(sql, { ...after, weekendId: reply.weekendId })
        const memberships = members.map((member) => membershipState(member, singleWeekendOf(saved)))
        const changesInvitations = changesMemberships || after.name !== before.name
        const invitations = changesInvitations ? await invitationRepository(sql).selectIntoForUpdate(id) : []
        const states = { group: groupState(saved, { rulesChanged }), memberships }
        const published = await publish(sql, states, ...invitations.map(invitationEvent))
        if (isMoved) requireHold(before)
        return { reply, published }
      })
    const { weekendId: targetWeekendId } = body
    if (typeof targetWeekendId !== 'number' || !isMove(currentGroup, body)) return change(undefined, rejectMove)
    await retryUntilReplicated(() => requireWeekend(database, targetWeekendId))
    return holdDuringMove(tipping, currentGroup, (requireHold) => change(targetWeekendId, requireHold))
  }
