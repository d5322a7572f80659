/** Tables with rows of a weekend (`weekend_id`), of a group (`group_id`), of somebody (`user_id`), which go with them. */
export const OF_WEEKEND = [
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
  ...['reactions', 'reaction_changes', 'reaction_counts'],
  ...['reminders', 'reminded', 'share_templates'],
  ...['judged_tips', 'fan_weekends', 'placings', 'results_to_count', 'weekends_to_close'],
]
export const OF_GROUP = [
  ...['tips', 'messages', 'notifications', 'standings', 'boards'],
  ...['reactions', 'reaction_changes', 'reaction_counts', 'share_templates', 'judged_tips'],
]
export const OF_USER = [
  ...['tips', 'memberships', 'notifications', 'votes', 'standings'],
  ...['activities', 'activity_days', 'activity_totals', 'reactions'],
  ...['notification_preferences', 'push_subscriptions', 'deliveries', 'reminded', 'share_templates'],
  ...['achievement_counters', 'achievement_grants', 'judged_tips', 'fan_weekends', 'placings'],
]
