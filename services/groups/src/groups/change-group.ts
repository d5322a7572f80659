import type { Group, PatchGroupBody } from '@purple-sector/contracts/groups/http'
import type { Caller } from '@purple-sector/service-kit'
import { retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import type { GroupsDependencies } from '../dependencies.ts'
import { invitationEvent, invitationRepository } from '../invitations/invitation-repository.ts'
import { membershipState } from '../members/member.ts'
import { memberRepository } from '../members/member-repository.ts'
import { listCategories } from '../projections/category-projection.ts'
import { raceIdsOf } from '../projections/race-projection.ts'
import { lockWeekend, requireWeekend } from '../projections/weekend-projection.ts'
import { publish } from '../published.ts'
import { applyGroupPatch, detectGroupChanges, isMove } from './apply-group-patch.ts'
import { groupState } from './group.ts'
import { findGroup } from './group-read-model.ts'
import { groupRepository } from './group-repository.ts'
import { holdDuringMove, type RequireHold, rejectMove } from './move-group.ts'
import { assertGroupAdmin, selectGroupOfAdminForUpdate } from './select-group-for-update.ts'

type Dependencies = Pick<GroupsDependencies, 'database' | 'commit' | 'tipping'>

/**
 * Changes the sent fields of a group. A move publishes every membership again, because consumers store them by weekend.
 * A move or a new name publishes the pending invitations again, which carry both.
 */
export const changeGroup =
  ({ database, commit, tipping }: Dependencies) =>
  async (caller: Caller, id: number, body: PatchGroupBody): Promise<Group> => {
    const { userId } = caller
    const currentGroup = await findGroup(database, id, userId)
    assertGroupAdmin(currentGroup, userId)
    const change = (targetWeekendId: number | undefined, requireHold: RequireHold) =>
      commit(async (sql) => {
        if (targetWeekendId !== undefined) await lockWeekend(sql, targetWeekendId)
        const before = await selectGroupOfAdminForUpdate(sql, id, userId)
        if (isMove(before, body)) requireHold(before)
        const raceIds = await raceIdsOf(sql, body.weekendId ?? before.weekendId)
        const after = applyGroupPatch(before, body, { raceIds, categories: await listCategories(sql) })
        const { isChanged, isMoved, rulesChanged } = detectGroupChanges(before, after)
        if (!isChanged) return { reply: await findGroup(sql, id, userId) }
        await groupRepository(sql).update(after)
        const movedMembers = isMoved ? await memberRepository(sql).list(id) : []
        const reply = await findGroup(sql, id, userId)
        const memberships = movedMembers.map((member) => membershipState(member, after.weekendId))
        const changesInvitations = isMoved || after.name !== before.name
        const invitations = changesInvitations ? await invitationRepository(sql).selectIntoForUpdate(id) : []
        const states = { group: groupState(after, { rulesChanged }), memberships }
        const published = await publish(sql, states, ...invitations.map(invitationEvent))
        if (isMoved) requireHold(before)
        return { reply, published }
      })
    const { weekendId: targetWeekendId } = body
    if (targetWeekendId === undefined || !isMove(currentGroup, body)) return change(undefined, rejectMove)
    await retryUntilReplicated(() => requireWeekend(database, targetWeekendId))
    return holdDuringMove(tipping, currentGroup, (requireHold) => change(targetWeekendId, requireHold))
  }
