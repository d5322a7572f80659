import type { Member, PatchOwnMembershipBody } from '@purple-sector/contracts/groups/http'
import type { Caller } from '@purple-sector/service-kit'
import type { GroupsDependencies } from '../dependencies.ts'
import { singleWeekendOf } from '../groups/group.ts'
import { noSuchGroup, selectGroupOfMemberForUpdate } from '../groups/select-group-for-update.ts'
import { publish } from '../published.ts'
import { membershipState } from './member.ts'
import { findMember } from './member-read-model.ts'
import { memberRepository } from './member-repository.ts'

/** Changes the caller's own settings in a group, also of a pending member. The setting in force changes nothing. */
export const changeOwnMembership =
  ({ commit }: Pick<GroupsDependencies, 'commit'>) =>
  ({ userId }: Caller, id: number, { usesOpenTips }: PatchOwnMembershipBody): Promise<Member> =>
    commit(async (sql) => {
      const members = memberRepository(sql)
      const group = await selectGroupOfMemberForUpdate(sql, id, userId)
      const member = await members.find(id, userId)
      if (!member) throw noSuchGroup()
      const isNew = member.usesOpenTips !== usesOpenTips
      if (isNew) await members.setUsesOpenTips(member, usesOpenTips)
      const row = await findMember(sql, member, userId)
      if (!row) throw noSuchGroup()
      const reply = group.creatorId === userId ? row : { ...row, email: null }
      if (!isNew) return { reply }
      const memberships = [membershipState({ ...member, usesOpenTips }, singleWeekendOf(group))]
      return { reply, published: await publish(sql, { memberships }) }
    })
