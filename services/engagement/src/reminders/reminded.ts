/** SQL: whether a tip stands; one of an earlier membership is not revived when somebody joins again. */
export const stands = (tip: string): string => `(${tip}.group_id is null or exists (
  select from memberships m where m.group_id = ${tip}.group_id and m.user_id = ${tip}.user_id
    and m.joined_at <= ${tip}.submitted_at))`

/**
 * SQL: whether what a notification reminds of is over, of a row of `reminded`; null where it reminds of nothing. Once that
 * category is tipped, or closed, nobody is reminded of it any more.
 */
export const isOver = (reminded: string): string => `(${reminded}.deadline <= clock_timestamp() or exists (
  select from tips where tips.weekend_id = ${reminded}.weekend_id and tips.category_id = ${reminded}.category_id
    and tips.user_id = ${reminded}.user_id and tips.group_id is not distinct from ${reminded}.group_id
    and ${stands('tips')}))`
