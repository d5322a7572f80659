import type { groupChanged } from '@purple-sector/contracts/groups/events'
import { prepared, type Transaction, wakeAfterCommit } from '@purple-sector/database'
import type { z } from 'zod'

const SEASON_FIELDS = ['all_season', 'season_id', 'count_best', 'missed_weekend', 'late_joiners']
const fieldsOf = (row: 'old' | 'new'): string => SEASON_FIELDS.map((field) => `${row}.${field}`).join(', ')

/**
 * A group of one weekend gets no row; one that was a season group keeps its row, without a season. The season leaderboards
 * of before and after are marked where it changes; a further weekend alone changes no row of them.
 */
const SAVE = `
with saved as (
  insert into season_groups (group_id, weekend_id, all_season, season_id, count_best, missed_weekend, late_joiners)
  select :groupId::integer, :weekendId::integer, :allSeason::boolean, :seasonId::integer, :countBest::integer,
    :missedWeekend::text, :lateJoiners::text
  where :allSeason or :weekends::integer <> 1 or exists (select from season_groups where group_id = :groupId)
  on conflict (group_id) do update set weekend_id = excluded.weekend_id, all_season = excluded.all_season,
    season_id = excluded.season_id, count_best = excluded.count_best, missed_weekend = excluded.missed_weekend,
    late_joiners = excluded.late_joiners
  returning old.season_id as former_season_id, new.season_id as season_id,
    row(${fieldsOf('old')}) is distinct from row(${fieldsOf('new')}) as is_changed
)
insert into seasons_to_refresh (season_id, group_id, is_full)
select distinct season.id, :groupId::integer, true
from saved cross join lateral (values (former_season_id), (season_id)) season (id)
where is_changed and season.id is not null`

const REMOVE = `
with removed as (delete from season_groups where group_id = :groupId returning season_id)
insert into seasons_to_refresh (season_id, group_id, is_full)
select season_id, :groupId::integer, true from removed where season_id is not null`

/** Groups that continue, or continued, with every weekend of a season. Write only under the group's lock. */
export const seasonGroupRepository = (sql: Transaction) => {
  const change = async (name: string, statement: string, bindings: Record<string, unknown>): Promise<void> => {
    const { rowCount } = await prepared(sql, name, statement, bindings)
    if ((rowCount ?? 0) > 0) wakeAfterCommit(sql, 'tasks')
  }
  return {
    async save(group: z.infer<typeof groupChanged.data>): Promise<void> {
      const { id: groupId, weekendId, allSeason, seasonId, seasonRules, weekends } = group
      await change('save-season-group', SAVE, {
        groupId,
        weekendId,
        allSeason,
        seasonId,
        countBest: seasonRules?.countBest ?? null,
        missedWeekend: seasonRules?.missedWeekend ?? null,
        lateJoiners: seasonRules?.lateJoiners ?? null,
        weekends: weekends.length,
      })
    },

    remove: (groupId: number): Promise<void> => change('remove-season-group', REMOVE, { groupId }),
  }
}
