import type { ExportParts } from '@purple-sector/service-kit/http/export-route'

/** Names and projections; the owning services export their data in full. */
export const exportParts: ExportParts = {
  names: `select username, first_name as "firstName", last_name as "lastName", verified_email as "verifiedEmail",
    profile_image_url as "profileImageUrl", avatar_config as "avatarConfig",
    spoiler_delay_seconds as "spoilerDelaySeconds" from users where id = :userId`,
  tips: `select weekend_id as "weekendId", (select name from categories where categories.id = category_id) as category,
    (select driver from cars where cars.id = car_id) as driver, submitted_at as "submittedAt"
    from tips where user_id = :userId order by submitted_at, tips.id`,
  memberships: `select group_id as "groupId", joined_at as "joinedAt" from memberships where user_id = :userId
    order by joined_at, group_id`,
  notifications: `select weekend_id as "weekendId", type, title, message, created_at as "createdAt",
    read_at is not null as "isRead" from notifications where user_id = :userId order by id`,
  votes: `select weekend_id as "weekendId", (select name from categories where categories.id = category_id) as category,
    driver, voted_at as "votedAt" from votes where user_id = :userId order by voted_at, weekend_id`,
  activities: `select weekend_id as "weekendId", kind, points, at from activities where user_id = :userId
    order by at, cause`,
  reactions: `select reaction, subject_type as "subjectType", subject_id as "subjectId", created_at as "createdAt"
    from reactions where user_id = :userId order by id`,
  notificationPreferences: `select push_off as "pushOff", mail_on as "mailOn", quiet_from as "quietFrom",
    quiet_to as "quietTo", quiet_zone as "quietZone" from notification_preferences where user_id = :userId`,
  pushSubscriptions: `select endpoint, created_at as "createdAt" from push_subscriptions where user_id = :userId
    order by id`,
  shareTemplates: `select weekend_id as "weekendId", template_type as "templateType", figures, content, hashtags,
    name, share_count as "shareCount", created_at as "createdAt" from share_templates where user_id = :userId
    order by id`,
  achievements: `select achievement, granted_at as "grantedAt" from achievement_grants where user_id = :userId
    order by granted_at, achievement`,
  achievementCounters: `select to_jsonb(c) - 'user_id' as counters from achievement_counters c where user_id = :userId`,
}
