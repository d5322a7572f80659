/**
 * SQL: whether what a notification reminds of is over, of a row of `reminded`; null where it reminds of nothing. Once that
 * category is tipped, or closed, nobody is reminded of it any more.
 */
export const isOver = (reminded: string): string => `(${reminded}.deadline <= clock_timestamp() or exists (
  select from tips where tips.weekend_id = ${reminded}.weekend_id and tips.category_id = ${reminded}.category_id
    and tips.user_id = ${reminded}.user_id and tips.group_id is not distinct from ${reminded}.group_id))`
