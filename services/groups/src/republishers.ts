import { groupChanged, invitationChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import { republishes } from '@purple-sector/messaging'
import { groupState } from './groups/group.ts'
import { groupRepository } from './groups/group-repository.ts'
import { groupWeekendRepository } from './groups/group-weekend-repository.ts'
import { membershipsAfter } from './internal-read-model.ts'
import { invitationState } from './invitations/invitation.ts'
import { invitationRepository } from './invitations/invitation-repository.ts'

const BATCH_SIZE = 500

/** Republishes all current states: groups, then memberships, then invitations. */
export const republishers = [
  republishes(groupChanged, async (sql, cursor) => {
    const listed = await groupRepository(sql).listAfter(Number(cursor ?? 0), BATCH_SIZE)
    const groups = await groupWeekendRepository(sql).addTo(listed)
    const last = groups.length === BATCH_SIZE ? groups.at(-1) : undefined
    return { states: groups.map((group) => groupState(group)), next: last && String(last.id) }
  }),
  republishes(membershipChanged, async (sql, cursor) => {
    const { found, next } = await membershipsAfter(sql, cursor, BATCH_SIZE)
    return { states: found.map(({ state }) => state), next }
  }),
  republishes(invitationChanged, async (sql, cursor) => {
    const invitations = await invitationRepository(sql).listAfter(Number(cursor ?? 0), BATCH_SIZE)
    const last = invitations.length === BATCH_SIZE ? invitations.at(-1) : undefined
    return {
      states: invitations.map(({ invitation, group }) => invitationState(invitation, group)),
      next: last && String(last.invitation.id),
    }
  }),
]
