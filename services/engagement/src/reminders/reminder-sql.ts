/** SQL: whether a tip is in force; a tip of an earlier membership is not revived by rejoining the group. */
export const isInForce = (tip: string): string => `(${tip}.group_id is null or exists (
  select from memberships m where m.group_id = ${tip}.group_id and m.user_id = ${tip}.user_id
    and m.joined_at <= ${tip}.submitted_at))`

/**
 * SQL: whether a notification is a reminder or a nudge that is obsolete, because each category that it names is tipped or
 * closed. `notificationId` is an SQL expression.
 */
export const isReminderObsolete = (notificationId: string): string => `coalesce((
  select bool_and(coalesce(reminder.deadline <= clock_timestamp(), false) or exists (
    select from tips where tips.weekend_id = reminder.weekend_id and tips.category_id = reminder.category_id
      and tips.user_id = reminder.user_id and tips.group_id is not distinct from reminder.group_id
      and ${isInForce('tips')}))
  from sent_reminders reminder where reminder.notification_id = ${notificationId}), false)`

/** SQL: when a reminder or a nudge is obsolete at the latest; null for other notifications, and without a time. */
export const reminderDeadline = (notificationId: string): string => `(
  select case when bool_and(deadline is not null) then max(deadline) end
  from sent_reminders where notification_id = ${notificationId})`
