import { randomBytes } from 'node:crypto'
import { type CreateGroupBody, type Group, MAX_GROUPS_OF_A_CREATOR } from '@purple-sector/contracts/groups/http'
import { databaseTime } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { conflict } from '@purple-sector/service-kit/errors'
import type { WriteMode } from '@purple-sector/service-kit/http/write-mode'
import type { GroupsDependencies } from '../dependencies.ts'
import { membershipState, type StoredMember } from '../members/member.ts'
import { memberRepository } from '../members/member-repository.ts'
import { listCategories } from '../projections/category-projection.ts'
import { raceIdsOf } from '../projections/race-projection.ts'
import { lockCaller } from '../projections/user-projection.ts'
import { lockWeekend } from '../projections/weekend-projection.ts'
import { publish } from '../published.ts'
import { groupState } from './group.ts'
import { findGroup } from './group-read-model.ts'
import { groupRepository } from './group-repository.ts'
import { chooseRaces, pointsById } from './group-rules.ts'

/** Creates an unguessable code; with it a user may preview the group, and join it if it is public. */
const newInviteCode = (): string => randomBytes(12).toString('base64url')

/**
 * Creates a group with its creator as approved admin. Locks the creator exclusively, because their groups are counted.
 */
export const createGroup =
  ({ commit }: Pick<GroupsDependencies, 'commit'>) =>
  (caller: Caller, body: CreateGroupBody, mode: WriteMode): Promise<Group> =>
    commit(async (sql) => {
      const { userId } = caller
      const groups = groupRepository(sql)
      await lockCaller(sql, 'exclusive', caller)
      await lockWeekend(sql, body.weekendId)
      if ((await groups.countOfCreator(userId)) >= MAX_GROUPS_OF_A_CREATOR)
        throw conflict('TOO_MANY_GROUPS', `You can create at most ${MAX_GROUPS_OF_A_CREATOR} groups.`)
      const now = await databaseTime(sql)
      const group = await groups.insert({
        ...body,
        selectedRaceIds: chooseRaces([], body.selectedRaceIds, await raceIdsOf(sql, body.weekendId)),
        customPointSystem: pointsById(body.customPointSystem, await listCategories(sql)),
        creatorId: userId,
        inviteCode: newInviteCode(),
        createdAt: now,
      })
      const founder: StoredMember = {
        groupId: group.id,
        userId,
        role: 'admin',
        approvalStatus: 'approved',
        joinedAt: now,
        approvedAt: now,
      }
      await memberRepository(sql).insert(founder)
      const reply = await findGroup(sql, group.id, userId)
      const memberships = [membershipState(founder, group.weekendId)]
      return { reply, published: await publish(sql, { group: groupState(group), memberships }) }
    }, mode)
