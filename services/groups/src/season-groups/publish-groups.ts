import { groupChanged } from '@purple-sector/contracts/groups/events'
import type { Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import { groupState } from '../groups/group.ts'
import { groupRepository } from '../groups/group-repository.ts'
import { groupWeekendRepository } from '../groups/group-weekend-repository.ts'

/** Publishes the present states of locked groups. Appends to the outbox, so call it last. */
export const publishGroups = async (sql: Transaction, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  const groups = await groupWeekendRepository(sql).addTo(await groupRepository(sql).selectAllForUpdate(ids))
  await outbox(sql).appendMany(groups.map((group) => entry(groupChanged, groupState(group))))
}
