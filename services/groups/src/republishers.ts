import { groupChanged, invitationChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import { republishes } from '@purple-sector/messaging'
import { groupState } from './groups/group.ts'
import { groupRepository } from './groups/group-repository.ts'
import { membershipsAfter } from './internal-read-model.ts'
import { invitationState } from './invitations/invitation.ts'
import { invitationRepository } from './invitations/invitation-repository.ts'

const BATCH_SIZE = 500

/** Republishes all current states: groups, then memberships, then invitations. */
export const republishers = [
  republishes(groupChanged, async (sql, cursor) => {
    const groups = await groupRepository(sql).listAfter(Number(cursor ?? 0), BATCH_SIZE)
    const last = groups.length === BATCH_SIZE ? groups.at(-1) : undefined
    return { states: groups.map((group) => groupState(group)), next: last && String(last.id) }
  }),
  republishes(membershipChanged, (sql, cursor) => membershipsAfter(sql, cursor, BATCH_SIZE)),
  republishes(invitationChanged, async (sql, cursor) => {
    const invitations = await invitationRepository(sql).listAfter(Number(cursor ?? 0), BATCH_SIZE)
    const last = invitations.length === BATCH_SIZE ? invitations.at(-1) : undefined
    return {
      states: invitations.map(({ invitation, group }) => invitationState(invitation, group)),
      next: last && String(last.invitation.id),
    }
  }),
]
