import { type Database, type Transaction, table } from '@purple-sector/database'
import type { GroupInWeekends, GroupWeekend, StoredGroup } from './group.ts'

type Row = { group_id: number; weekend_id: number; selected_race_ids: number[]; followed_sessions: string[] | null }

const groupWeekends = table<Row>('group_weekends')

/** Those of deleted weekends are left out before their rows are removed. */
const WEEKENDS_OF_GROUPS = `
select gw.group_id, gw.weekend_id, gw.selected_race_ids
from group_weekends gw join weekends w on w.id = gw.weekend_id
where gw.group_id = any(?::integer[]) order by gw.group_id, gw.opened`

/** The weekends in which groups have leaderboards. Write only under the group's lock. */
export const groupWeekendRepository = (sql: Database | Transaction) => ({
  /** Adds their weekends to groups. A season group whose current weekend was just deleted has none. */
  async addTo(groups: readonly StoredGroup[]): Promise<GroupInWeekends[]> {
    const { rows } = await sql.raw<{ rows: Row[] }>(WEEKENDS_OF_GROUPS, [groups.map(({ id }) => id)])
    const rowsByGroup = Map.groupBy(rows, ({ group_id }) => group_id)
    return groups.map((group) => {
      const weekends: GroupWeekend[] = (rowsByGroup.get(group.id) ?? []).map(
        ({ weekend_id: weekendId, selected_race_ids: selectedRaceIds }) => ({ weekendId, selectedRaceIds }),
      )
      const isGone = group.seasonId !== null && weekends.every(({ weekendId }) => weekendId !== group.weekendId)
      return { ...group, weekendId: isGone ? null : group.weekendId, weekends }
    })
  },

  async add(groupId: number, { weekendId, selectedRaceIds }: GroupWeekend): Promise<void> {
    await groupWeekends(sql).insert({
      group_id: groupId,
      weekend_id: weekendId,
      selected_race_ids: selectedRaceIds,
      followed_sessions: null,
    })
  },

  /** Stores a selection that the admin has made: the weekend follows no later sessions any more. */
  async select(groupId: number, { weekendId, selectedRaceIds }: GroupWeekend): Promise<void> {
    await groupWeekends(sql)
      .where({ group_id: groupId, weekend_id: weekendId })
      .update({ selected_race_ids: selectedRaceIds, followed_sessions: null })
  },

  async remove(groupIds: readonly number[], weekendId: number): Promise<void> {
    await groupWeekends(sql).whereIn('group_id', groupIds).where({ weekend_id: weekendId }).delete()
  },

  /** Lists the next groups with a leaderboard in a weekend by id, after the cursor. */
  async listGroupsIn(weekendId: number, after: number, limit: number): Promise<number[]> {
    const rows = await groupWeekends(sql)
      .where({ weekend_id: weekendId })
      .where('group_id', '>', after)
      .orderBy('group_id')
      .limit(limit)
      .select('group_id')
    return rows.map(({ group_id }) => group_id)
  },
})

/** Adds its weekends to one group. */
export const inWeekends = async (sql: Database | Transaction, group: StoredGroup): Promise<GroupInWeekends> => {
  const [found] = await groupWeekendRepository(sql).addTo([group])
  if (!found) throw new Error(`group ${group.id} was not read`)
  return found
}
