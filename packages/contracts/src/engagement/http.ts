import { z } from 'zod'
import { classificationStatusSchema } from '../admin/http.ts'
import { categoryInput, categoryName } from '../category-schema.ts'
import { avatarConfigSchema, idSchema, instant } from '../common.ts'
import { timeZoneInput } from '../time-zone.ts'
import { plateSchema } from '../weekends/car-plate.ts'

// Driver poll

const driverName = z.string().trim().min(1, 'Please choose a driver').max(100)

/** `category` is the one in which the driver races. */
export const voteBody = z.object({ weekendId: idSchema, driverName, category: categoryInput })
export type VoteBody = z.infer<typeof voteBody>
export const voteSchema = z
  .object({
    weekendId: z.number().int(),
    driverName: z.string(),
    categoryId: z.number().int(),
    category: categoryName,
    votedAt: instant,
  })
  .meta({ id: 'Vote' })
export type Vote = z.infer<typeof voteSchema>

/** The result of a driver in the poll; lists contain only drivers with votes, most votes first. */
export const pollResultSchema = z
  .object({
    categoryId: z.number().int(),
    category: categoryName,
    driverName: z.string(),
    votes: z.number().int(),
    /** Percentage of all votes of the weekend, with one decimal. */
    percentage: z.number(),
  })
  .meta({ id: 'PollResult', description: '`percentage` is of all votes of the weekend, with one decimal.' })
export type PollResult = z.infer<typeof pollResultSchema>
export const pollStatsSchema = z.object({
  totalVotes: z.number().int(),
  uniqueVoters: z.number().int(),
  categoriesVoted: z.number().int(),
})
export type PollStats = z.infer<typeof pollStatsSchema>

// Heat map

export const HEAT_ZONES = ['hot', 'warm', 'neutral', 'cool', 'cold'] as const
export const heatZoneSchema = z.enum(HEAT_ZONES)
export type HeatZone = z.infer<typeof heatZoneSchema>

export const heatMapQuery = z.object({ category: z.string().max(100).optional() })

/** A driver's form in one category over a weekend's sessions with results; figures are of the latest such session. */
export const heatMapEntrySchema = z
  .object({
    driverName: z.string(),
    carId: z.number().int(),
    number: z.number().int(),
    plate: plateSchema,
    team: z.string(),
    categoryId: z.number().int(),
    category: categoryName,
    /** Name of the latest session that counts. */
    raceName: z.string(),
    /** Number of sessions that count. */
    sessions: z.number().int(),
    /** 0 to 100 with one decimal, as a string (docs/rules.md, Heat map). */
    performanceScore: z.string(),
    heatMapZone: heatZoneSchema,
    status: classificationStatusSchema,
    position: z.number().int().nullable(),
    /** Points that a tip on this driver has earned in the open competition so far. */
    points: z.number().int(),
    averageSpeed: z.number().nullable(),
    /** In milliseconds, with one decimal. */
    bestLapTime: z.number().nullable(),
    lapsCompleted: z.number().int().nullable(),
  })
  .meta({
    id: 'HeatMapEntry',
    description:
      '`performanceScore` is 0 to 100 with one decimal, as text, the average of so many `sessions`. `status`, `position` and what follows `points` are of the latest of them (`raceName`); `bestLapTime` is in milliseconds; `points` is what a tip on the car has earned in the open competition in all of them.',
  })
export type HeatMapEntry = z.infer<typeof heatMapEntrySchema>

// Reactions

export const REACTIONS = ['fire', 'applause', 'wow', 'heartbreak', 'laugh'] as const
export const reactionSchema = z.enum(REACTIONS)
export type Reaction = z.infer<typeof reactionSchema>
export const MAX_REACTIONS_IN_10_S = 20

/** The subject of a reaction: a race's result, by the race's id, or a chat message. */
export const reactionSubjectSchema = z.object({ type: z.enum(['result', 'message']), id: idSchema })
export type ReactionSubject = z.infer<typeof reactionSubjectSchema>

export const reactBody = z.object({
  weekendId: idSchema,
  kind: z.literal('reaction'),
  reaction: reactionSchema,
  subject: reactionSubjectSchema,
})
export type ReactBody = z.infer<typeof reactBody>

/** The number of reactions of each kind, including 0. */
export const reactionCountsSchema = z.object({
  fire: z.number().int(),
  applause: z.number().int(),
  wow: z.number().int(),
  heartbreak: z.number().int(),
  laugh: z.number().int(),
})
export type ReactionCounts = z.infer<typeof reactionCountsSchema>

const subjectOfReply = z.object({ type: z.enum(['result', 'message']), id: z.number().int() })

/** A subject's reaction counts, and the caller's own reactions. */
export const reactedSchema = z
  .object({ subject: subjectOfReply, counts: reactionCountsSchema, yours: z.array(reactionSchema) })
  .meta({
    id: 'Reacted',
    description:
      '`subject` is a `result` by its race’s id, or a `message`; `yours` are those that the caller gave. Messages of a group’s chat are visible to its members alone, and 404 to others.',
  })
export type Reacted = z.infer<typeof reactedSchema>

/** For `message`: the newest messages with reactions in the weekend's chat, or in the chat of group `groupId`. */
export const reactedQuery = z
  .object({
    type: z.enum(['result', 'message']),
    groupId: idSchema.optional(),
    from: idSchema.optional(),
    to: idSchema.optional(),
  })
  .refine(({ type, groupId, from, to }) => type === 'message' || (groupId ?? from ?? to) === undefined, {
    path: ['type'],
    error: 'Only of messages a part may be asked for',
  })
export const MAX_REACTED = 500
export type ReactedQuery = z.infer<typeof reactedQuery>

/** A fan's reaction, as listed among the latest. */
export const fanActionSchema = z
  .object({
    id: z.number().int(),
    weekendId: z.number().int(),
    kind: z.literal('reaction'),
    reaction: reactionSchema,
    subject: subjectOfReply,
    userId: z.string(),
    username: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: 'FanAction' })
export type FanAction = z.infer<typeof fanActionSchema>

// Engagement points

export const engagementEntrySchema = z
  .object({
    userId: z.string(),
    position: z.number().int(),
    totalPoints: z.number().int(),
    totalActivities: z.number().int(),
    username: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    profileImageUrl: z.string().nullable(),
    avatarConfig: avatarConfigSchema.nullable(),
  })
  .meta({ id: 'EngagementEntry' })
export type EngagementEntry = z.infer<typeof engagementEntrySchema>
export const engagementStatsSchema = z.object({
  totalActivities: z.number().int(),
  totalPoints: z.number().int(),
  lastActivity: instant.nullable(),
})
export type EngagementStats = z.infer<typeof engagementStatsSchema>

// Notifications

/** Every notification type, in the order of the settings page. */
export const NOTIFICATION_TYPES = [
  'deadline',
  'nudge',
  'position',
  'correction',
  'season',
  'session',
  'car-out',
  'tips-removed',
  'auto-tip',
  'invitation',
  'invitation-answer',
  'membership',
  'group-rules',
  'achievement',
] as const
export const notificationTypeSchema = z.enum(NOTIFICATION_TYPES)
export type NotificationType = z.infer<typeof notificationTypeSchema>

/**
 * Notification types about racing, which are sent late to fans with a spoiler delay.
 * Those about deadlines, moved sessions and groups are never delayed (docs/rules.md, Live timing).
 */
export const RACING_NOTIFICATIONS = [
  'position',
  'correction',
  'season',
  'car-out',
  'achievement',
] as const satisfies readonly NotificationType[]

export const isAboutRacing = (type: NotificationType): boolean => RACING_NOTIFICATIONS.some((racing) => racing === type)

/** Maximum number of stored notifications per user and weekend. */
export const MAX_NOTIFICATIONS = 200

export const notificationSchema = z
  .object({
    id: z.number().int(),
    weekendId: z.number().int().nullable(),
    type: notificationTypeSchema,
    title: z.string(),
    message: z.string(),
    /** Path in the app of the notification's subject. */
    link: z.string().nullable(),
    isRead: z.boolean(),
    createdAt: instant,
  })
  .meta({
    id: 'Notification',
    description: '`weekendId` is null without one; `link` is a path of the app that shows what it is about, or null.',
  })
export type Notification = z.infer<typeof notificationSchema>
export const notificationCountSchema = z.object({ count: z.number().int() })
/** Notifications that a visible screen of the caller has displayed; they are no longer pushed. */
export const seenNotificationsBody = z.object({ ids: z.array(idSchema).min(1).max(200) })

const chosen = z.object(
  Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, z.boolean()])) as Record<NotificationType, z.ZodBoolean>,
)
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as 22:00')
export const quietHoursSchema = z
  .object({ from: clockTime, to: clockTime, timeZone: timeZoneInput })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'must differ from when they begin' })
export type QuietHours = z.infer<typeof quietHoursSchema>
export const notificationPreferencesSchema = z
  .object({ push: chosen, mail: chosen, quietHours: quietHoursSchema.nullable() })
  .meta({
    id: 'NotificationPreferences',
    description:
      '`push` and `mail` say for every type whether it is sent; `quietHours` such as 22:00 to 07:00, or null.',
  })
export type NotificationPreferences = z.infer<typeof notificationPreferencesSchema>

export const pushKeySchema = z.object({ publicKey: z.string() })
const base64Url = z.string().regex(/^[\w-]+=*$/)
/** A browser's `PushSubscription`. */
export const pushSubscriptionBody = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(1000),
  expirationTime: z.number().nullish(),
  keys: z.object({ p256dh: base64Url.max(200), auth: base64Url.max(100) }),
})
export type PushSubscriptionBody = z.infer<typeof pushSubscriptionBody>
export const pushSubscriptionSchema = z.object({ endpoint: z.string(), createdAt: instant })
export const endPushBody = z.object({ endpoint: z.string().max(1000) })
/** Payload of a push, sent encrypted: the fields that the service worker displays. */
export const pushPayloadSchema = notificationSchema.pick({
  id: true,
  type: true,
  title: true,
  message: true,
  link: true,
})
export type PushPayload = z.infer<typeof pushPayloadSchema>

// Achievements

export const DIFFICULTIES = ['bronze', 'silver', 'gold', 'platinum'] as const
export const achievementSchema = z
  .object({
    /** Stable identifier such as `first-tip`. */
    id: z.string(),
    name: z.string(),
    description: z.string(),
    difficulty: z.enum(DIFFICULTIES),
    badgeColor: z.string(),
    /** Name of the badge's drawing. */
    iconType: z.string(),
    /** Engagement points that the achievement earns. */
    points: z.number().int(),
    rewardType: z.literal('points'),
    rewardValue: z.number().int(),
  })
  .meta({ id: 'Achievement', description: '`iconType` names a drawing.' })
export type Achievement = z.infer<typeof achievementSchema>
export const achievementProgressSchema = z
  .object({
    achievement: achievementSchema,
    isCompleted: z.boolean(),
    completedAt: instant.nullable(),
    progress: z.number().int(),
    maxProgress: z.number().int(),
  })
  .meta({
    id: 'AchievementProgress',
    description: '`progress` of a completed one is `maxProgress`, whatever became of its counter.',
  })
export type AchievementProgress = z.infer<typeof achievementProgressSchema>
export const achievementsReply = z.object({
  progress: z.array(achievementProgressSchema),
  unlocked: z.array(achievementSchema),
})
export type Achievements = z.infer<typeof achievementsReply>
export const checkAchievementsBody = z.object({ weekendId: idSchema.optional() }).nullish()
export const newAchievementsReply = z.object({ newAchievements: z.array(achievementSchema) })

// Share templates

export const TEMPLATE_TYPES = [
  'race_result',
  'tip_performance',
  'leaderboard_position',
  'driver_poll',
  'group_victory',
  'season_position',
] as const
export const templateTypeSchema = z.enum(TEMPLATE_TYPES)
export type TemplateType = z.infer<typeof templateTypeSchema>
export const templateIdParams = z.object({ templateId: idSchema })
export const generateTemplateBody = z.object({ weekendId: idSchema, templateType: templateTypeSchema })
export const shareTemplateSchema = z
  .object({
    id: z.number().int(),
    weekendId: z.number().int(),
    templateType: templateTypeSchema,
    content: z.string(),
    /** Without the leading `#`. */
    hashtags: z.array(z.string()),
    /** Path of the 1200 × 630 share image, readable without a session. */
    imageUrl: z.string(),
    /** Path of a page with the share image for social networks, and a link to the product for people. */
    shareUrl: z.string(),
    shareCount: z.number().int(),
    createdAt: instant,
  })
  .meta({
    id: 'ShareTemplate',
    description:
      '`content` with `hashtags` (without their sign) and a link fits a post on X; `imageUrl` and `shareUrl` are paths of an image with the same figures and of a page that shows it, under a name that cannot be guessed.',
  })
export type ShareTemplate = z.infer<typeof shareTemplateSchema>
/** The unguessable name of a template's image and page. Malformed names get the same 404 as unknown ones. */
export const shareNameParams = z.object({ name: z.string() })

export const unsubscribeParams = z.object({ token: z.string().max(500) })
/** The mails to end: those of the link's notification type, or all. */
export const unsubscribeQuery = z.object({ of: z.enum(['type', 'all']).default('type').catch('type') })
