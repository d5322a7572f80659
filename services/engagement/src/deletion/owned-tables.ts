/** Tables whose rows are removed with their weekend (`weekend_id`), group (`group_id`) or account (`user_id`). */
export const TABLES_OF_WEEKEND = [
  ...[
    'races',
    'cars',
    'results',
    'tips',
    'messages',
    'notifications',
    'votes',
    'polls',
    'heat_maps',
    'standings',
    'boards',
    'session_changes',
  ],
  ...['activities', 'activity_days', 'activity_totals', 'engagement_changes', 'engagement_ranks', 'engagement_boards'],
  ...['reminders', 'sent_reminders', 'share_templates'],
  ...['tip_timings', 'fan_weekends', 'placings', 'pending_results', 'pending_weekend_closings'],
  'group_weekends',
  'season_honours',
]
/** Of a deleted weekend only rows of no group are removed: a season group keeps its room, and any other is deleted itself. */
export const REACTION_TABLES = ['reactions', 'reaction_changes', 'reaction_counts']
export const TABLES_OF_GROUP = [
  ...['tips', 'messages', 'notifications', 'standings', 'boards'],
  ...REACTION_TABLES,
  ...['share_templates', 'tip_timings'],
]
export const TABLES_OF_USER = [
  ...['tips', 'memberships', 'notifications', 'votes', 'standings'],
  ...['activities', 'activity_days', 'activity_totals', 'reactions'],
  ...['notification_preferences', 'push_subscriptions', 'deliveries', 'sent_reminders', 'share_templates'],
  ...['achievement_counters', 'achievement_grants', 'tip_timings', 'fan_weekends', 'placings', 'season_honours'],
]
