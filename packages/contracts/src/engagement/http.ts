import { z } from 'zod'
import { classificationStatusSchema } from '../admin/http.ts'
import { categoryInput, categoryName } from '../category-schema.ts'
import { avatarConfigSchema, idSchema, instant } from '../common.ts'
import { plateSchema } from '../weekends/car-plate.ts'
import { timeZoneInput } from '../weekends/http.ts'

// Driver poll

const driverName = z.string().trim().min(1, 'Please choose a driver').max(100)

/** `category` names that in which the driver races. */
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

/** Most votes first; only drivers who have some. */
export const pollResultSchema = z
  .object({
    categoryId: z.number().int(),
    category: categoryName,
    driverName: z.string(),
    votes: z.number().int(),
    /** Of all votes of the weekend, with one decimal. */
    percentage: z.number(),
  })
  .meta({ id: 'PollResult' })
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

/** A driver in a category of a weekend, over its sessions with results; the figures are those of the latest of them. */
export const heatMapEntrySchema = z
  .object({
    driverName: z.string(),
    carId: z.number().int(),
    number: z.number().int(),
    plate: plateSchema,
    team: z.string(),
    categoryId: z.number().int(),
    category: categoryName,
    /** The latest session that counts in it. */
    raceName: z.string(),
    /** How many sessions count in it. */
    sessions: z.number().int(),
    /** 0 to 100 with one decimal, as text (docs/rules.md, Heat map). */
    performanceScore: z.string(),
    heatMapZone: heatZoneSchema,
    status: classificationStatusSchema,
    position: z.number().int().nullable(),
    /** What a tip on them has earned in the open competition by now. */
    points: z.number().int(),
    averageSpeed: z.number().nullable(),
    /** In milliseconds, to a tenth of one. */
    bestLapTime: z.number().nullable(),
    lapsCompleted: z.number().int().nullable(),
  })
  .meta({ id: 'HeatMapEntry' })
export type HeatMapEntry = z.infer<typeof heatMapEntrySchema>

// Reactions

export const REACTIONS = ['fire', 'applause', 'wow', 'heartbreak', 'laugh'] as const
export const reactionSchema = z.enum(REACTIONS)
export type Reaction = z.infer<typeof reactionSchema>
export const MAX_REACTIONS_IN_10_S = 20

/** What is reacted to: the result of a race by the race's id, or a message of a chat. */
export const reactionSubjectSchema = z.object({ type: z.enum(['result', 'message']), id: idSchema })
export type ReactionSubject = z.infer<typeof reactionSubjectSchema>

export const reactBody = z.object({
  weekendId: idSchema,
  kind: z.literal('reaction'),
  reaction: reactionSchema,
  subject: reactionSubjectSchema,
})
export type ReactBody = z.infer<typeof reactBody>

/** Every reaction with how often it was given; 0 too. */
export const reactionCountsSchema = z.object({
  fire: z.number().int(),
  applause: z.number().int(),
  wow: z.number().int(),
  heartbreak: z.number().int(),
  laugh: z.number().int(),
})
export type ReactionCounts = z.infer<typeof reactionCountsSchema>

const subjectOfReply = z.object({ type: z.enum(['result', 'message']), id: z.number().int() })

/** What was reacted to: how often, and by the caller. */
export const reactedSchema = z
  .object({ subject: subjectOfReply, counts: reactionCountsSchema, yours: z.array(reactionSchema) })
  .meta({ id: 'Reacted' })
export type Reacted = z.infer<typeof reactedSchema>

/** Of messages those of the weekend's chat, or of the group's that is named; the newest of them that have reactions. */
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

/** A reaction of somebody, as the list of the latest shows it. */
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

/** Every kind there is, in the order in which fans choose among them. */
export const NOTIFICATION_TYPES = [
  'deadline',
  'position',
  'correction',
  'session',
  'car-out',
  'tips-removed',
  'invitation',
  'invitation-answer',
  'membership',
  'group-rules',
  'achievement',
] as const
export const notificationTypeSchema = z.enum(NOTIFICATION_TYPES)
export type NotificationType = z.infer<typeof notificationTypeSchema>

/**
 * The kinds that tell of racing: a fan with a spoiler delay is told them so much later. Deadlines, sessions that move and
 * what happens in groups never wait (docs/rules.md, Live timing).
 */
export const RACING_NOTIFICATIONS = [
  'position',
  'correction',
  'car-out',
  'achievement',
] as const satisfies readonly NotificationType[]

export const isAboutRacing = (type: NotificationType): boolean => RACING_NOTIFICATIONS.some((racing) => racing === type)

/** Kept of a user and weekend. */
export const MAX_NOTIFICATIONS = 200

export const notificationSchema = z
  .object({
    id: z.number().int(),
    weekendId: z.number().int().nullable(),
    type: notificationTypeSchema,
    title: z.string(),
    message: z.string(),
    /** A path of the app that shows what it speaks of. */
    link: z.string().nullable(),
    isRead: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof notificationSchema>
export const notificationCountSchema = z.object({ count: z.number().int() })
/** Notifications that an open, visible screen of the caller has shown: they are not pushed any more. */
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
  .meta({ id: 'NotificationPreferences' })
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
/** What a push carries, encrypted: enough for the service worker to show it. */
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
    /** A word that stays: `first-tip`. */
    id: z.string(),
    name: z.string(),
    description: z.string(),
    difficulty: z.enum(DIFFICULTIES),
    badgeColor: z.string(),
    /** Names a drawing of the badges. */
    iconType: z.string(),
    /** Engagement points it brings. */
    points: z.number().int(),
    rewardType: z.literal('points'),
    rewardValue: z.number().int(),
  })
  .meta({ id: 'Achievement' })
export type Achievement = z.infer<typeof achievementSchema>
export const achievementProgressSchema = z
  .object({
    achievement: achievementSchema,
    isCompleted: z.boolean(),
    completedAt: instant.nullable(),
    progress: z.number().int(),
    maxProgress: z.number().int(),
  })
  .meta({ id: 'AchievementProgress' })
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
] as const
export const templateTypeSchema = z.enum(TEMPLATE_TYPES)
export type TemplateType = z.infer<typeof templateTypeSchema>
export const generateTemplateBody = z.object({ weekendId: idSchema, templateType: templateTypeSchema })
export const shareTemplateSchema = z
  .object({
    id: z.number().int(),
    weekendId: z.number().int(),
    templateType: templateTypeSchema,
    content: z.string(),
    /** Without their sign. */
    hashtags: z.array(z.string()),
    /** A path: a picture of 1200 × 630, readable without a session. */
    imageUrl: z.string(),
    /** A path: a page that shows networks the picture and sends people to the product. */
    shareUrl: z.string(),
    shareCount: z.number().int(),
    createdAt: instant,
  })
  .meta({ id: 'ShareTemplate' })
export type ShareTemplate = z.infer<typeof shareTemplateSchema>
/** As a picture or page of a template is named: unguessable. What cannot be a name is not found, like any other. */
export const shareNameParams = z.object({ name: z.string() })

export const unsubscribeParams = z.object({ token: z.string().max(500) })
