import { groupChanged } from '@purple-sector/contracts/groups/events'
import type { Database, Transaction } from '@purple-sector/database'
import { entry, markDeleted, type OutboxEntry, outbox } from '@purple-sector/messaging'
import { type BackgroundTask, type Caller, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { withoutIdempotencyKey } from '@purple-sector/service-kit/http/write-mode'
import type { GroupsDependencies } from '../dependencies.ts'
import { withdrawGroupInvitations } from '../invitations/close-invitation.ts'
import { publish } from '../published.ts'
import { type GroupState, groupState, type StoredGroup } from './group.ts'
import { DUE_GROUP_REMOVALS, groupRepository } from './group-repository.ts'
import { selectGroupOfAdminForUpdate } from './select-group-for-update.ts'

type RemovedGroup = { state: GroupState; withdrawalEvents: OutboxEntry[] }

/**
 * Removes a locked group with its members and invitations. Returns its deleted state and the events that withdraw
 * pending invitations, because invitees get no events of the group.
 */
export const removeGroup = async (sql: Transaction, group: StoredGroup): Promise<RemovedGroup> => {
  const state = groupState(group, { deleted: true })
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

const BATCH_SIZE = 100
const INTERVAL_MS = 2_000

/** Removes the groups of deleted weekends, which users cannot read any more. */
const removeGroupsOfDeletedWeekends = async (database: Database): Promise<void> => {
  for (let removedCount = BATCH_SIZE; removedCount === BATCH_SIZE; )
    removedCount = await database.transaction(async (sql) => {
      const groups = await groupRepository(sql).selectOfDeletedWeekendsForUpdate(BATCH_SIZE)
      const deletedStates: GroupState[] = []
      for (const group of groups) deletedStates.push((await removeGroup(sql, group)).state)
      await outbox(sql).appendMany(deletedStates.map((group) => entry(groupChanged, group)))
      return groups.length
    })
}

export const startGroupRemoval = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'removal of groups of deleted weekends',
    due: DUE_GROUP_REMOVALS,
    work: () => removeGroupsOfDeletedWeekends(database),
  })
