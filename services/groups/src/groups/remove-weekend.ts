import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import type { Database, Transaction } from '@purple-sector/database'
import { entry, type OutboxEntry, outbox } from '@purple-sector/messaging'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { membershipState } from '../members/member.ts'
import { memberRepository } from '../members/member-repository.ts'
import { seasonGroupRepository } from '../season-groups/season-group-repository.ts'
import { removeGroup } from './delete-group.ts'
import { type GroupInWeekends, groupState } from './group.ts'
import { groupRepository } from './group-repository.ts'
import { groupWeekendRepository } from './group-weekend-repository.ts'
import { PENDING_WEEKEND_REMOVALS, pendingWeekendRemovals } from './pending-weekend-removal-repository.ts'

const BATCH_SIZE = 100
const INTERVAL_MS = 2_000

/**
 * Removes a group of one weekend with its weekend. One that was a season group has others, and moves to the one opened
 * last: its members are published again, as after any move.
 */
const removeOrMove = async (sql: Transaction, group: GroupInWeekends, weekendId: number): Promise<OutboxEntry[]> => {
  const isOfWeekend = group.weekendId === weekendId
  const last = group.weekends.at(-1)
  if (isOfWeekend && !last) return [entry(groupChanged, (await removeGroup(sql, group)).state)]
  if (!isOfWeekend || !last) return [entry(groupChanged, groupState(group))]
  const moved = { ...group, weekendId: last.weekendId }
  await groupRepository(sql).update(moved)
  const members = await memberRepository(sql).list(group.id)
  return [
    entry(groupChanged, groupState(moved, { rulesChanged: true })),
    ...members.map((member) => entry(membershipChanged, membershipState(member, moved.weekendId))),
  ]
}

const removeFromGroups = (database: Database, weekendId: number, after: number): Promise<number[]> =>
  database.transaction(async (sql) => {
    const weekends = groupWeekendRepository(sql)
    const ids = await weekends.listGroupsIn(weekendId, after, BATCH_SIZE)
    await groupRepository(sql).selectAllForUpdate(ids)
    await weekends.remove(ids, weekendId)
    await seasonGroupRepository(sql).setCurrent(ids)
    const events: OutboxEntry[] = []
    for (const group of await weekends.addTo(await groupRepository(sql).selectAllForUpdate(ids)))
      if (group.seasonId === null) events.push(...(await removeOrMove(sql, group, weekendId)))
      else events.push(entry(groupChanged, groupState(group)))
    await outbox(sql).appendMany(events)
    return ids
  })

/** Removes a deleted weekend from its groups. Season groups stay, and wait for the next round if they have no other. */
const removeWeekend = async (database: Database, weekendId: number): Promise<void> => {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const ids: number[] = await removeFromGroups(database, weekendId, after)
    after = ids.length < BATCH_SIZE ? undefined : ids.at(-1)
  }
}

/** Starts the task that removes deleted weekends from their groups. */
export const startWeekendRemoval = ({ database, log }: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks({ database, log }, INTERVAL_MS, {
    name: 'removal of deleted weekends from groups',
    due: PENDING_WEEKEND_REMOVALS,
    async work() {
      const pending = pendingWeekendRemovals(database)
      for (const weekendId of await pending.list()) {
        await removeWeekend(database, weekendId)
        await pending.remove(weekendId)
      }
    },
  })
