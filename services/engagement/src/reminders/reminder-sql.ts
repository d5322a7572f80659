/** SQL: whether a tip is in force; a tip of an earlier membership is not revived by rejoining the group. */
export const isInForce = (tip: string): string => `(${tip}.group_id is null or exists (
  select from memberships m where m.group_id = ${tip}.group_id and m.user_id = ${tip}.user_id
    and m.joined_at <= ${tip}.submitted_at))`

/** SQL: whether a sent reminder is obsolete because its category is tipped or closed; null if there is no reminder. */
export const isReminderObsolete = (reminder: string): string => `(${reminder}.deadline <= clock_timestamp() or exists (
  select from tips where tips.weekend_id = ${reminder}.weekend_id and tips.category_id = ${reminder}.category_id
    and tips.user_id = ${reminder}.user_id and tips.group_id is not distinct from ${reminder}.group_id
    and ${isInForce('tips')}))`
