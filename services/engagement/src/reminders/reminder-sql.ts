/** SQL: whether a tip is in force; a tip of an earlier membership is not revived by rejoining the group. */
export const isInForce = (tip: string): string => `(${tip}.group_id is null or exists (
  select from memberships m where m.group_id = ${tip}.group_id and m.user_id = ${tip}.user_id
    and m.joined_at <= ${tip}.submitted_at))`

/** SQL: whether a sent reminder is obsolete because its category is tipped or closed; null if there is no reminder. */
export const isReminderObsolete = (reminded: string): string => `(${reminded}.deadline <= clock_timestamp() or exists (
  select from tips where tips.weekend_id = ${reminded}.weekend_id and tips.category_id = ${reminded}.category_id
    and tips.user_id = ${reminded}.user_id and tips.group_id is not distinct from ${reminded}.group_id
    and ${isInForce('tips')}))`
