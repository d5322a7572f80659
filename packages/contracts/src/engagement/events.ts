import { z } from 'zod'
import { defineFact, weekendKey } from '../event.ts'
import {
  engagementEntrySchema,
  notificationSchema,
  pollResultSchema,
  pollStatsSchema,
  reactionCountsSchema,
  reactionSchema,
} from './http.ts'

type OfWeekend = { weekendId: number }
const ofWeekend = ({ weekendId }: OfWeekend): string => weekendKey(weekendId)

/** The driver poll of a weekend changed; published at most once a second. */
export const pollChanged = defineFact({
  type: 'engagement.poll-changed.v1',
  owner: 'engagement',
  data: z.object({ weekendId: z.number().int(), results: z.array(pollResultSchema), stats: pollStatsSchema }),
  subject: ({ weekendId }) => `poll/${weekendId}`,
  key: ofWeekend,
})

/** The heat map of a weekend changed. */
export const heatMapChanged = defineFact({
  type: 'engagement.heat-map-changed.v1',
  owner: 'engagement',
  data: z.object({ weekendId: z.number().int() }),
  subject: ({ weekendId }) => `heat-map/${weekendId}`,
  key: ofWeekend,
})

/**
 * The reaction counts of a subject changed; published at most once a second per subject. `groupId` is set for a message
 * in a group's chat.
 */
export const reactionsCounted = defineFact({
  type: 'engagement.reactions-counted.v1',
  owner: 'engagement',
  data: z.object({
    weekendId: z.number().int(),
    groupId: z.number().int().nullable(),
    subject: z.object({ type: z.enum(['result', 'message']), id: z.number().int() }),
    counts: reactionCountsSchema,
  }),
  subject: ({ subject }) => `reactions/${subject.type}/${subject.id}`,
  key: ofWeekend,
})

/** A user's own reactions to a subject changed; their other screens display it. */
export const ownReactionsChanged = defineFact({
  type: 'engagement.own-reactions-changed.v1',
  owner: 'engagement',
  data: z.object({
    userId: z.string(),
    weekendId: z.number().int(),
    groupId: z.number().int().nullable(),
    subject: z.object({ type: z.enum(['result', 'message']), id: z.number().int() }),
    yours: z.array(reactionSchema),
  }),
  subject: ({ userId }) => `reactions-of/${userId}`,
  key: ({ userId }) => `user/${userId}`,
})

/** The engagement leaderboard of a weekend has a new version; published at most once a second. */
export const engagementBoardChanged = defineFact({
  type: 'engagement.board-changed.v1',
  owner: 'engagement',
  data: z.object({
    weekendId: z.number().int(),
    version: z.number().int(),
    total: z.number().int(),
    /** The first twenty rows. */
    entries: z.array(engagementEntrySchema).max(20),
  }),
  subject: ({ weekendId }) => `engagement-board/${weekendId}`,
  key: ofWeekend,
})

/** Notifications were created; those of one cause are split over several events where there are many. */
export const notificationsMade = defineFact({
  type: 'engagement.notifications-made.v1',
  owner: 'engagement',
  data: z.object({
    notifications: z
      .array(notificationSchema.extend({ userId: z.string() }))
      .min(1)
      .max(1000),
  }),
  subject: ({ notifications }) => `notifications/${notifications[0]?.id}`,
  key: ({ notifications: [first] }) => (first?.weekendId ? weekendKey(first.weekendId) : 'notifications'),
})

/** A user's notifications were read or deleted; copies of the unread count must be updated. */
export const notificationsRead = defineFact({
  type: 'engagement.notifications-read.v1',
  owner: 'engagement',
  data: z.object({
    userId: z.string(),
    /** Null for a notification without a weekend, which counts in all of them, and for deletions. */
    weekendId: z.number().int().nullable(),
    /** Unread notifications of that weekend plus those without one; null where `weekendId` is null. */
    count: z.number().int().nullable(),
  }),
  subject: ({ userId }) => `notifications-of/${userId}`,
  key: ({ userId }) => `user/${userId}`,
})
