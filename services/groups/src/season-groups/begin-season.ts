import type { Transaction } from '@purple-sector/database'
import type { GroupWeekend } from '../groups/group.ts'
import { seasonGroupRepository } from './season-group-repository.ts'

/**
 * Lets a locked group continue with the season from this weekend on: opens the rounds that are announced already, which
 * follow its selection. Lock the season before (`lockSeasonOf`).
 */
export const beginSeason = async (
  sql: Transaction,
  groupId: number,
  { weekendId, selectedRaceIds }: GroupWeekend,
): Promise<void> => {
  const groups = seasonGroupRepository(sql)
  await groups.begin(groupId, weekendId)
  await groups.follow(groupId, selectedRaceIds)
  await groups.openRounds([groupId])
  await groups.setCurrent([groupId])
}
