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
import { lockSeasonOf } from '../projections/season-projection.ts'
import { lockCaller } from '../projections/user-projection.ts'
import { lockWeekend } from '../projections/weekend-projection.ts'
import { publish } from '../published.ts'
import { beginSeason } from '../season-groups/begin-season.ts'
import { groupState, singleWeekendOf } from './group.ts'
import { findGroup } from './group-read-model.ts'
import { groupRepository } from './group-repository.ts'
import { chooseRaces, pointsById } from './group-rules.ts'
import { NO_SEASON, seasonOf } from './group-season.ts'
import { groupWeekendRepository, inWeekends } from './group-weekend-repository.ts'

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
      const season = body.allSeason ? await lockSeasonOf(sql, body.weekendId) : undefined
      await lockWeekend(sql, body.weekendId)
      if ((await groups.countOfCreator(userId)) >= MAX_GROUPS_OF_A_CREATOR)
        throw conflict('TOO_MANY_GROUPS', `You can create at most ${MAX_GROUPS_OF_A_CREATOR} groups.`)
      const now = await databaseTime(sql)
      const selectedRaceIds = chooseRaces([], body.selectedRaceIds, await raceIdsOf(sql, body.weekendId))
      const group = await groups.insert({
        ...body,
        ...(season ? seasonOf(season, body) : NO_SEASON),
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
        usesOpenTips: false,
      }
      await memberRepository(sql).insert(founder)
      await groupWeekendRepository(sql).add(group.id, { weekendId: body.weekendId, selectedRaceIds })
      if (season) await beginSeason(sql, group.id, { weekendId: body.weekendId, selectedRaceIds })
      const reply = await findGroup(sql, group.id, userId)
      const memberships = [membershipState(founder, singleWeekendOf(group))]
      const created = await inWeekends(sql, { ...group, weekendId: reply.weekendId })
      return { reply, published: await publish(sql, { group: groupState(created), memberships }) }
    }, mode)
