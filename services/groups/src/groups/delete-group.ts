import { groupChanged } from '@purple-sector/contracts/groups/events'
import type { Transaction } from '@purple-sector/database'
import { markDeleted, type OutboxEntry } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { withoutIdempotencyKey } from '@purple-sector/service-kit/http/write-mode'
import type { GroupsDependencies } from '../dependencies.ts'
import { withdrawGroupInvitations } from '../invitations/close-invitation.ts'
import { publish } from '../published.ts'
import { type GroupState, groupState, type StoredGroup } from './group.ts'
import { groupRepository } from './group-repository.ts'
import { inWeekends } from './group-weekend-repository.ts'
import { selectGroupOfAdminForUpdate } from './select-group-for-update.ts'

type RemovedGroup = { state: GroupState; withdrawalEvents: OutboxEntry[] }

/**
 * Removes a locked group with its members and invitations. Returns its deleted state and the events that withdraw
 * pending invitations, because invitees get no events of the group.
 */
export const removeGroup = async (sql: Transaction, group: StoredGroup): Promise<RemovedGroup> => {
  const state = groupState(await inWeekends(sql, group), { deleted: true })
  await markDeleted(sql, groupChanged.subject(state))
  const withdrawalEvents = await withdrawGroupInvitations(sql, group.id)
  await groupRepository(sql).remove(group.id)
  return { state, withdrawalEvents }
}

/** Deletes a group permanently. */
export const deleteGroup =
  ({ commit }: Pick<GroupsDependencies, 'commit'>) =>
  (caller: Caller, id: number): Promise<void> =>
    commit(
      async (sql) => {
        const { state, withdrawalEvents } = await removeGroup(
          sql,
          await selectGroupOfAdminForUpdate(sql, id, caller.userId),
        )
        return { reply: undefined, published: await publish(sql, { group: state }, ...withdrawalEvents) }
      },
      withoutIdempotencyKey,
      { groupId: id },
    )
