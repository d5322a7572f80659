import type { Database } from '@purple-sector/database'

/** Founds many season groups in one weekend by one statement; returns their ids in order. */
export const foundSeasonGroups = async (
  database: Database,
  { seasonId, weekendId, count }: { seasonId: number; weekendId: number; count: number },
): Promise<number[]> => {
  const { rows } = await database.raw<{ rows: { id: number }[] }>(
    `with founded as (
       insert into groups (weekend_id, name, description, is_private, creator_id, invite_code, auto_approve_invites,
         hide_points_until_approved, prevent_points_until_approved, lock_tips_after_first_event,
         use_custom_point_system, custom_point_system, created_at, season_id, season_missed_weekend,
         season_late_joiners, first_weekend_id, first_start_date, first_round)
       select w.id, 'Group ' || nth, '', false, 'ada', 'code ' || nth, false, false, false, false, false, '{}', now(),
         :seasonId, 'zero', 'none', w.id, w.start_date, w.round
       from weekends w, generate_series(1, :count) nth where w.id = :weekendId
       returning id
     ), opened as (
       insert into group_weekends (group_id, weekend_id, selected_race_ids) select id, :weekendId, '{}' from founded
     )
     select id from founded order by id`,
    { seasonId, weekendId, count },
  )
  return rows.map(({ id }) => id)
}
