/**
 * SQL: whether the group `g` with its weekend `w` (left join) exists: one of a deleted weekend is hidden before its rows
 * are removed, and a season group outlives its weekends.
 */
export const IS_PRESENT = '(w.id is not null or g.weekend_id is null or g.season_id is not null)'

/** SQL: joins the weekend `w` of the group `g`. */
export const LEFT_JOIN_WEEKEND = 'left join weekends w on w.id = g.weekend_id'
